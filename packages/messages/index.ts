/* The interface's texts in each language, and how numbers and times are written. */

export { digits } from './src/format.ts';
export { catalogues, type Locale, type Messages } from './src/index.ts';
