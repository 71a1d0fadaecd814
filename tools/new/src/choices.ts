import { localeList } from '@foyer/config';
import { colour, knownLocales, type Locales } from '@foyer/model';
import { UsageError } from './usage-error.ts';

/* What distinguishes one new content folder from another. */

/** Kinds of organisations. The first has a complete template; each other one what differs from it. */
export const PROFILES = ['company', 'cooperative', 'municipality', 'school', 'ngo'] as const;
export type Profile = (typeof PROFILES)[number];

export interface Choices {
  profile: Profile;
  /** None: the template's instruction stays in its place. */
  name?: string;
  /** None: that of the template. */
  accent?: string;
  /** The editions, the default one first. */
  locales: Locales;
}

/** Characters of a name: it stands in one line of every page. */
const MAX_NAME_CHARACTERS = 200;
const CONTROL = /\p{Cc}/u;

/** Each reads what was typed, and throws a UsageError that says what is expected. */
export const readChoice = {
  name(value: string): string {
    const name = value.trim().toWellFormed();
    if (name === '' || name.length > MAX_NAME_CHARACTERS || CONTROL.test(name))
      throw new UsageError(`the name: expected one line of 1 to ${MAX_NAME_CHARACTERS} characters`);
    return name;
  },
  accent(value: string): string {
    const { data } = colour.safeParse(value);
    if (data === undefined) throw new UsageError(`the accent ${value}: expected a CSS colour, such as "#1f4b5c"`);
    return data;
  },
  profile(value: string): Profile {
    const profile = PROFILES.find((known) => known === value.trim().toLowerCase());
    if (!profile) throw new UsageError(`the kind of organisation ${value}: expected ${PROFILES.join(', ')}`);
    return profile;
  },
  locales(value: string): Locales {
    const { data } = localeList.safeParse(value);
    if (!data) throw new UsageError(`the languages ${value}: expected ${knownLocales.join(', ')}, the main one first`);
    return data;
  },
};
