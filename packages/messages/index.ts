export { digits } from './src/format.ts';
export { catalogues, type Locale, type Messages } from './src/index.ts';
