/* Tables of a CMS that has no call for them: their rows are gathered of its other calls. */

export { withTables } from './src/gathered-source.ts';
/** The name in addresses that a gathered table, or what it is about, gets. */
export { slugOf } from './src/plan.ts';
