/* Tables of a CMS that has no call for them: their rows are gathered of its other calls. */

export { withTables } from './src/gathered-source.ts';
