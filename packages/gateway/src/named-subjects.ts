import type { SubjectMapping, Texts } from '@foyer/config';
import { calls, SUBJECT_LISTS } from '@foyer/model';
import type { Call } from './call.ts';
import { type Fields, isFields } from './list-forms.ts';

/* Subjects that an API does not name, but the titles of its items do: `AEF MONTHLY NAV BHADRA 2083` is of the fund that is known as AEF. */

const NAMING_CALLS: ReadonlySet<string> = new Set(Object.values(SUBJECT_LISTS));

type CalledPath = Pick<Call, 'path' | 'list'> & Partial<Pick<Call, 'locale'>>;

/** A subject, with its names as words. */
interface Named {
  subject: SubjectMapping;
  names: string[];
}

export class NamedSubjects {
  readonly #subjects: readonly Named[];

  constructor(subjects: readonly SubjectMapping[] = []) {
    this.#subjects = subjects.map((subject) => {
      const names = typeof subject.name === 'string' ? [subject.name] : Object.values(subject.name);
      return {
        subject,
        names: [...names, ...(subject.known_as ?? [])].map(asWords).filter((words) => words.trim() !== ''),
      };
    });
  }

  /** The data of an answer with the subjects that its items name, and in a list with all of them as values of its filter, without the numbers of their items. */
  named({ path, list, locale }: CalledPath, data: Fields): Fields {
    if (this.#subjects.length === 0 || !NAMING_CALLS.has(path.split('/')[0] ?? '')) return data;
    const { name } = calls[path];
    const content = data[name];
    const named = (item: unknown) => this.#withSubject(item, locale);
    const values = this.#subjects.map(({ subject: { slug, name } }) => ({ value: slug, label: textOf(name, locale) }));
    return {
      ...data,
      [name]: Array.isArray(content) ? content.map(named) : named(content),
      ...(list && { filters: { subject: values, ...(isFields(data.filters) && data.filters) } }),
    };
  }

  /** An item with the subject that its title names first, unless it has one. */
  #withSubject(item: unknown, locale?: string): unknown {
    if (!isFields(item) || typeof item.name !== 'string' || (item.subject ?? undefined) !== undefined) return item;
    const title = asWords(item.name);
    const [found] = this.#subjects
      .flatMap(({ subject, names }) => names.map((name) => ({ subject, at: title.indexOf(name), length: name.length })))
      .filter(({ at }) => at >= 0)
      // Of two that begin at the same place the longer one: a second fund has the name of the first in its own.
      .sort((a, b) => a.at - b.at || b.length - a.length);
    return found ? { ...item, subject: { slug: found.subject.slug, name: textOf(found.subject.name, locale) } } : item;
  }
}

const textOf = (texts: Texts, locale = ''): string =>
  typeof texts === 'string' ? texts : (texts[locale] ?? Object.values(texts)[0] ?? '');

/** Letters and digits, each word between spaces: `UHFL2_MONTHLY` has the words of `UHFL 2 Monthly`. */
const asWords = (text: string): string => ` ${(text.toLowerCase().match(/\p{N}+|[\p{L}\p{M}]+/gu) ?? []).join(' ')} `;
