/** What pages show of a date. */
export interface DateTexts {
  /** Gregorian. */
  text: string;
  /** In Bikram Sambat, where it is known. */
  bs?: string;
  /** Whether the text in Bikram Sambat is shown. */
  showsBs: boolean;
}

/** A date of an answer: ISO 8601 with the site zone's offset. Its texts are in the language of its item. */
export class Dated {
  readonly #textsIn: (lang: string | undefined) => DateTexts;
  constructor(
    readonly iso: string,
    textsIn: (lang: string | undefined) => DateTexts,
  ) {
    this.#textsIn = textsIn;
  }

  /** The same date with the upstream's own text in Bikram Sambat. @param isAlwaysShown whatever the language */
  withOwnBs(bs: string, isAlwaysShown: boolean): Dated {
    return new Dated(this.iso, (lang) => {
      const { text, showsBs } = this.#textsIn(lang);
      return { text, bs, showsBs: showsBs || isAlwaysShown };
    });
  }

  /** @param lang of the item; undefined: that of the edition */
  texts(lang?: string): { text: string; bs?: string } {
    const { text, bs, showsBs } = this.#textsIn(lang);
    return showsBs && bs !== undefined ? { text, bs } : { text };
  }
}

type Flat<T> = {
  [K in keyof T]: T[K] extends Dated | undefined ? string | undefined : T[K];
} & {
  [K in keyof T as T[K] extends Dated | undefined ? `${K & string}_${'text' | 'bs'}` : never]?: string;
};

/** Puts each date beside its texts in the value's own language. */
export const withDateTexts = <T extends object>(value: T): Flat<T> => withDateTextsIn(langOf(value), value);

/** Puts each date beside its texts: `created_at`, `created_at_text`, and `created_at_bs` where it is shown. @param lang undefined: that of the edition */
export function withDateTextsIn<T extends object>(lang: string | undefined, value: T): Flat<T> {
  const flat: Record<string, unknown> = {};
  for (const [key, field] of Object.entries(value)) {
    if (field instanceof Dated) {
      const { text, bs } = field.texts(lang);
      flat[key] = field.iso;
      flat[`${key}_text`] = text;
      if (bs !== undefined) flat[`${key}_bs`] = bs;
    } else {
      flat[key] = field;
    }
  }
  return flat as Flat<T>;
}

const langOf = (value: object): string | undefined =>
  'lang' in value && typeof value.lang === 'string' ? value.lang : undefined;
