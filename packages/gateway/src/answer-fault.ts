/** A part of an upstream's answer that is not as the contract says (docs/content-api.md). */
export interface AnswerFault {
  /** `guessed`: it is read all the same. `dropped`: visitors do not see it. */
  kind: 'guessed' | 'dropped';
  /** Where it is in `data`, e.g. `notices[3].created_at`; empty for the answer as a whole. */
  path: string;
  /** Of the item that the path is in. */
  id?: string;
  /** What is wrong and, of a guess, what would be right. */
  reason: string;
}
