import type { Fault } from './faults.ts';
import type { Place } from './last-valid.ts';

/** A valid translation, or what is valid of one. */
export interface Translated {
  item: object;
  /** The names of the fields that it has itself; the others are those of the original. */
  own: ReadonlySet<string>;
}

/** The translations of a kind into one language, by the place of the original. */
export type Translations = ReadonlyMap<Place, Translated>;

/** The translations of a kind into one language as they were loaded last. */
export interface LoadedTranslations {
  translations: Translations;
  /** The files of `media/` that are named by what is not shown. */
  mediaOfHiddenItems: readonly string[];
}

export interface ParsedTranslation {
  /** Of the original. It identifies the translation in the next version of the content, too. */
  place: Place;
  faults: Fault[];
  /** Undefined if nothing of it can be shown, or if the original cannot be parsed. */
  translated?: Translated;
}

/** Chooses which version of each translation is shown: one with faults is shown in its last valid version, unless one of them hides it. */
export class LastValidTranslations {
  #last: Translations = new Map();

  resolve(parsed: readonly ParsedTranslation[]): Translations {
    const next = new Map<Place, Translated>();
    const shown = new Map<Place, Translated>();
    for (const { place, faults, translated } of parsed) {
      const isHidden = faults.some(({ hides }) => hides);
      const valid = faults.length === 0 && translated ? translated : isHidden ? undefined : this.#last.get(place);
      if (valid) next.set(place, valid);
      const version = valid ?? translated;
      if (version) shown.set(place, version);
    }
    this.#last = next;
    return shown;
  }
}
