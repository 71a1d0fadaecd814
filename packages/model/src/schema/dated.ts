/** What pages show of a date. */
export interface DateTexts {
  /** Gregorian. */
  text: string;
  /** In Bikram Sambat, where it is known. */
  bs?: string;
  /** Whether the text in Bikram Sambat is shown. */
  showsBs: boolean;
}

/** A date of an answer: ISO 8601 with the site zone's offset. Its texts are in the language of the edition, whatever that of its item. */
export class Dated {
  readonly #texts: () => DateTexts;
  constructor(
    readonly iso: string,
    texts: () => DateTexts,
  ) {
    this.#texts = texts;
  }

  /** The same date with the upstream's own text in Bikram Sambat. @param isAlwaysShown whatever the language */
  withOwnBs(bs: string, isAlwaysShown: boolean): Dated {
    return new Dated(this.iso, () => {
      const { text, showsBs } = this.#texts();
      return { text, bs, showsBs: showsBs || isAlwaysShown };
    });
  }

  texts(): { text: string; bs?: string } {
    const { text, bs, showsBs } = this.#texts();
    return showsBs && bs !== undefined ? { text, bs } : { text };
  }
}

type Flat<T> = {
  [K in keyof T]: T[K] extends Dated | undefined ? string | undefined : T[K];
} & {
  [K in keyof T as T[K] extends Dated | undefined ? `${K & string}_${'text' | 'bs'}` : never]?: string;
};

/** Puts each date beside its texts: `created_at`, `created_at_text`, and `created_at_bs` where it is shown. */
export function withDateTexts<T extends object>(value: T): Flat<T> {
  const flat: Record<string, unknown> = {};
  for (const [key, field] of Object.entries(value)) {
    if (field instanceof Dated) {
      const { text, bs } = field.texts();
      flat[key] = field.iso;
      flat[`${key}_text`] = text;
      if (bs !== undefined) flat[`${key}_bs`] = bs;
    } else {
      flat[key] = field;
    }
  }
  return flat as Flat<T>;
}
