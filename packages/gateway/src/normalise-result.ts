import { ContentError } from '@foyer/model';
import type { AnswerFault } from './answer-fault.ts';
import type { HeaderPaging } from './find-paginator.ts';

/** An answer in the contract's form. */
export interface NormalisedAnswer {
  data: object;
  /** By the wall clock: when the first of its items is published or expires. */
  changesAt?: number;
  faults: AnswerFault[];
  /** Only for a list that is shown as a whole, and of which this is the first of several pages. */
  lastPage?: number;
  /** Only for a list that the upstream did not page: the items of all its pages. */
  listedItems?: { id?: string; slug?: string }[];
}

export type NormaliseResult =
  | { kind: 'answer'; answer: NormalisedAnswer }
  /** The envelope reports a failure, or there is no envelope. */
  | { kind: 'refused'; message: string }
  /** The body is not JSON: a proxy in front of the API may have answered, so that another attempt may succeed. */
  | { kind: 'not-json'; message: string }
  /** An error of our own API: 404 for an item that is missing or not yet published, 502 for data that its schema rejects. */
  | { kind: 'failed'; status: number; message: string };

/** The answer of a result. Throws a ContentError for any other result. */
export function normalisedAnswer(result: NormaliseResult): NormalisedAnswer {
  if (result.kind === 'answer') return result.answer;
  throw new ContentError(result.kind === 'failed' ? result.status : 502, result.message);
}

export interface UpstreamResponse {
  bytes: Uint8Array;
  status: number;
  /** What its headers say of pages. */
  paging?: Readonly<HeaderPaging>;
  /** The body is in our own API's form, of a content folder or stored: nothing of it is mapped or guessed. */
  isOurs?: boolean;
}
