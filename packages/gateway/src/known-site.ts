import type { Locale } from '@foyer/messages';
import { hiddenCalls, type Locales, type Screen, type Site, screensIn, type Theme } from '@foyer/model';
import type { Calendar } from './normalise-answer.ts';
import { callNameOf } from './purge.ts';

export interface KnownSiteOptions {
  /** The editions, the default one first. Undefined: English alone. */
  locales?: Locales;
  /** Served while the source has no `site`. */
  fallbackSite: (locale: Locale) => Site;
  /** Of a content folder beside a CMS; they replace those of the CMS's site. */
  theme?: Theme;
  screens?: readonly Screen[];
  /** What the source does not have, as the site says it. */
  absentScreens?: readonly Site['screens'][number][];
}

/** What the gateway knows of the site: what is added to each, what it is while there is none, and what it does without. */
export class KnownSite {
  readonly #options: KnownSiteOptions;
  /** The same object each time: by it the server knows what it has rendered already. */
  readonly #fallbacks = new Map<Locale, Site>();
  /** Calls of screens that an edition does without, by their first segments. One whose site has not been read has those of the default one. */
  readonly #hidden = new Map<Locale, ReadonlySet<string>>();
  /** What they were when the edition's site was read last. */
  readonly #hiddenNames = new Map<Locale, string>();
  /** For the editions that do not always show both. */
  calendar: Calendar = 'ad';

  constructor(options: KnownSiteOptions) {
    this.#options = options;
  }

  get #defaultLocale(): Locale {
    return this.#options.locales?.[0] ?? 'en';
  }

  isRead(locale: Locale): boolean {
    return this.#hidden.has(locale);
  }

  /** What replaces fields of a site of the source, or of the fallback. @param screens those that it has */
  additions<S>(screens: readonly S[], locale: Locale) {
    const { theme, screens: own = [], absentScreens = [] } = this.#options;
    const present: readonly (S | Site['screens'][number])[] = own.length > 0 ? screensIn(own, locale) : screens;
    return { ...(theme && { theme }), screens: [...present, ...absentScreens] };
  }

  fallback(locale: Locale): Site {
    const known = this.#fallbacks.get(locale);
    if (known) return known;
    const site = this.#options.fallbackSite(locale);
    const complete = { ...site, ...this.additions(site.screens, locale) };
    this.#fallbacks.set(locale, complete);
    return complete;
  }

  /** The source has no site: the fallback says what it does without. */
  readFallback(locale: Locale): void {
    if (!this.#hidden.has(locale)) this.#hidden.set(locale, hiddenCalls(this.fallback(locale)));
  }

  /** Whether an edition's site decides otherwise than the one before how dates are shown, or which lists there are. */
  decidesOtherwise(site: Site, locale: Locale): boolean {
    const before = this.#hiddenNames.get(locale) ?? this.#hiddenNames.get(this.#defaultLocale) ?? '';
    return this.#calendarOf(site, locale) !== this.calendar || namesOf(hiddenCalls(site)) !== before;
  }

  read(site: Site, locale: Locale): void {
    this.calendar = this.#calendarOf(site, locale);
    const hidden = hiddenCalls(site);
    this.#hidden.set(locale, hidden);
    this.#hiddenNames.set(locale, namesOf(hidden));
  }

  /** The site of the default edition decides it. */
  #calendarOf(site: Site, locale: Locale): Calendar {
    return locale === this.#defaultLocale ? (site.calendar ?? 'ad') : this.calendar;
  }

  /** Whether a call is of a screen that the edition does without. */
  isHidden(call: string, locale: Locale): boolean {
    const hidden = this.#hidden.get(locale) ?? this.#hidden.get(this.#defaultLocale);
    return hidden !== undefined && hidden.size > 0 && hidden.has(callNameOf(call).entity);
  }

  /** After a purge: they are read again. */
  forget(): void {
    this.#hidden.clear();
  }
}

const namesOf = (calls: ReadonlySet<string>): string => [...calls].sort().join();
