import type { Level } from '@foyer/check';

/** What an editor should look at, as the preview shows it. */
export interface ShownFinding {
  /** A file and a line, or a call of the CMS and a field. */
  place: string;
  message: string;
  level: Level;
}

/** `pending` while the content is checked, `failed` if that was not possible. */
export type ShownFindings = readonly ShownFinding[] | 'pending' | 'failed';
