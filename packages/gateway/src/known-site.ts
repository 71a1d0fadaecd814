import type { Locale } from '@foyer/messages';
import { hiddenCalls, type Screen, type Site, screensIn, type Theme } from '@foyer/model';
import type { Calendar } from './normalise-answer.ts';
import { callNameOf } from './purge.ts';

export interface KnownSiteOptions {
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
  /** Calls of screens that the site does without, by their first segments; undefined until the site has been read. */
  #hidden?: ReadonlySet<string>;
  /** What it decided when it was read last. */
  #hiddenNames = '';
  /** For the editions that do not always show both. */
  calendar: Calendar = 'ad';

  constructor(options: KnownSiteOptions) {
    this.#options = options;
  }

  get isRead(): boolean {
    return this.#hidden !== undefined;
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
    this.#hidden ??= hiddenCalls(this.fallback(locale));
  }

  /** Whether a site decides otherwise than the one before how dates are shown, or which lists there are. @param isDefault of the default edition */
  decidesOtherwise(site: Site, isDefault: boolean): boolean {
    return this.#calendarOf(site, isDefault) !== this.calendar || namesOf(hiddenCalls(site)) !== this.#hiddenNames;
  }

  /** @param isDefault whether it is that of the default edition, which decides the calendar */
  read(site: Site, isDefault: boolean): void {
    this.calendar = this.#calendarOf(site, isDefault);
    this.#hidden = hiddenCalls(site);
    this.#hiddenNames = namesOf(this.#hidden);
  }

  #calendarOf(site: Site, isDefault: boolean): Calendar {
    return isDefault ? (site.calendar ?? 'ad') : this.calendar;
  }

  /** Whether a call is of a screen that the site does without. */
  isHidden(address: string): boolean {
    return this.#hidden !== undefined && this.#hidden.size > 0 && this.#hidden.has(callNameOf(address).entity);
  }

  /** After a purge: it is read again. */
  forget(): void {
    this.#hidden = undefined;
  }
}

const namesOf = (calls: ReadonlySet<string>): string => [...calls].sort().join();
