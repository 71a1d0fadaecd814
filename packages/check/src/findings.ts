import type { Fault } from '@foyer/folder';

/** What is checked. Reports name the rule, so that a reader can sort and filter by it. */
export type Rule =
  /** A file, field or text that cannot be used as it is. */
  | 'content'
  | 'category'
  | 'dataset'
  /** A day ahead in a field that says what has happened. */
  | 'date-ahead'
  | 'date-missing'
  | 'description-length'
  | 'document-font'
  /** A part of a text that is not shown, or in another form. */
  | 'element'
  /** The name of a file, which is the end of an address. */
  | 'file-name'
  | 'heading-empty'
  | 'heading-order'
  | 'image-alt'
  | 'image-file'
  | 'image-size'
  | 'language'
  | 'link-address'
  | 'link-target'
  | 'link-text'
  /** A file that says what its author may not mean to publish. */
  | 'metadata'
  | 'placeholder'
  | 'redirect'
  /** What an item names, and is nowhere. */
  | 'reference'
  /** A list that rules ask to be renewed. */
  | 'renewal'
  | 'table-header'
  | 'text-size'
  | 'title-length'
  | 'translation';

/** `fault`: something is wrong, or is not shown. `advice`: it is shown, and could be better. */
export type Level = 'fault' | 'advice';

/** What an editor should look at, and where it is. */
export interface Finding extends Fault {
  rule: Rule;
  level: Level;
}

/** The faults as findings of a rule. */
export const findingsOf = (rule: Rule, faults: readonly Fault[]): Finding[] =>
  faults.map((fault) => ({ ...fault, rule, level: 'fault' }));

export const byPlace = (a: Finding, b: Finding): number =>
  a.file.localeCompare(b.file) || a.line - b.line || a.column - b.column;
