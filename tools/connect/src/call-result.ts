import type { CallPath } from '@foyer/model';

/* What is known of one call after it was asked. */

/** `lossy`: the site shows it, but not all that the API sends. `unasked`: there was no item to ask for. `none`: the mapping says so. */
export type CallState = 'usable' | 'lossy' | 'unusable' | 'unasked' | 'none';

/** Faults of one field, or of the items themselves. */
export interface FaultGroup {
  kind: 'guessed' | 'dropped';
  /** `created_at`, `files.location`; empty for an item or the answer as a whole. */
  field: string;
  count: number;
  /** What is wrong and, of a guess, what would be right. */
  reason: string;
  /** A value that was dropped. */
  example?: string;
}

export interface CallResult {
  path: CallPath;
  /** Of ours, with the item's name in it. */
  address: string;
  state: CallState;
  status?: number;
  milliseconds?: number;
  /** Why it is not usable, in a sentence, and in the few words of a table. */
  failure?: { sentence: string; words: string };
  /** Another path under which the API has it. */
  elsewhere?: string;
  /** Of a list: items as received. Of an item or a single object: 1. */
  items?: number;
  /** Names of our fields. */
  fit: string[];
  missing: string[];
  /** Required ones among them. */
  required: string[];
  /** Names of the API's fields. */
  unknown: string[];
  /** Which of them look like ours: the API's name, and ours. */
  alike: { from: string; field: string }[];
  faults: FaultGroup[];
  /** As the site has it. */
  data?: object;
}

export const isUsable = ({ state }: Pick<CallResult, 'state'>): boolean => state === 'usable' || state === 'lossy';
/** Calls that few APIs have: a site is whole without them. */
const OPTIONAL: ReadonlySet<CallPath> = new Set(['dataset', 'dataset/{slug}', 'subject/{slug}']);

/** Whether it was not asked, and may be missed. */
export const isLeft = ({ state, path }: Pick<CallResult, 'state' | 'path'>): boolean =>
  (state === 'unasked' || state === 'none') && !OPTIONAL.has(path);

/** Whether it counts: it was asked, or would have been. */
export const counts = ({ state, path }: Pick<CallResult, 'state' | 'path'>): boolean =>
  state !== 'unasked' && state !== 'none' && !(OPTIONAL.has(path) && state === 'unusable');
