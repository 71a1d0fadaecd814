import type { Locale } from '@foyer/messages';
import type { FolderSource } from '@foyer/model';
import type { Entry } from './last-valid.ts';
import type { Translations } from './last-valid-translations.ts';

/** A kind of the content folder as it was loaded last: originals, and their translations. */
export interface LoadedKind {
  name: string;
  layout: FolderSource['layout'];
  isMarked: boolean;
  entries: readonly Entry<object>[];
  /** By language; none for a kind that is not translated. */
  translations: ReadonlyMap<Locale, Translations>;
  /** The files of `media/` that are named by what is not shown: drafts, and versions with faults. */
  mediaOfHiddenItems: readonly string[];
}

/** Whether the items of a kind say which language they are in, and which editions have them. */
export const isMarkedKind = ({ layout, isUnmarked }: FolderSource): boolean => layout !== 'single' && !isUnmarked;
