/* Tables with a meaning: what their columns hold, and the part of their rows that is asked for. */

export {
  type ArrangedTable,
  answeredColumn,
  arrangeTable,
  type DateAhead,
  factsOf,
  type TableQuery,
  thinned,
} from './src/arrange-table.ts';
export { csvHead, csvLine } from './src/csv.ts';
export {
  isNone,
  type RawTable,
  rawTable,
  readTable,
  type Table,
  type TableFault,
  type TableHead,
} from './src/read-table.ts';
