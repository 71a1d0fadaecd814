import type { Locale } from '@foyer/messages';
import { ContentError } from '@foyer/model';
import type { RootData } from '../../shared/document/root.ts';
import { loadPage, type PageLoaders } from '../../shared/load-page.ts';
import { matchAddress } from '../../shared/match-page.ts';
import { queryOf } from '../../shared/page.ts';
import type { Navigate, NavigateOptions, PageLocation, ShownPage } from '../../shared/shown-page.ts';
import { inBrowser } from './browser-address.ts';
import { LeftPages } from './left-pages.ts';
import { keyOf, ScrollPositions } from './scroll-positions.ts';

/* Navigation without page loads: loads the next page's data, then shows it, and keeps the browser's history. */

export interface RouterState {
  shown: ShownPage;
  /** The next page is being loaded. */
  isLoading: boolean;
  /** It could not be loaded, because the visitor is offline: the page before it stays. */
  isOffline: boolean;
}

export interface RouterUpdate {
  state: RouterState;
  viewTransition: boolean;
  /** Once the page is rendered: scrolls to the visitor's place on it. */
  scroll?: () => void;
}

/** A site that is older is loaded again beside the next page: what it announces, and its menu, change. */
const SITE_MAX_AGE_MS = 300_000;

export class Router {
  /** The address of the page that is being loaded, or of the page that is shown. */
  destination = currentAddress();
  readonly #loaders: PageLoaders;
  readonly #positions = new ScrollPositions();
  readonly #leftPages = new LeftPages();
  #shown: ShownPage;
  /** Of the edition that is shown, the newest. Only the next page has it: nothing moves on the one that is being read. */
  #root: RootData;
  #rootAskedAt = Date.now();
  readonly #signal: AbortSignal;
  #onUpdate: (update: RouterUpdate) => void = () => {};
  /** Of the navigation that loads. */
  #loading: AbortController | undefined;
  #isOffline = false;

  /** @param signal ends what the router does */
  constructor(shown: ShownPage, loaders: PageLoaders, signal: AbortSignal) {
    this.#shown = shown;
    this.#root = shown.root;
    this.#signal = signal;
    this.#loaders = loaders;
    this.#positions.follow(() => (this.#loading ? undefined : this.#shown.location), signal);
    const onPopState = () => void this.#go(currentLocation(), { isTraversal: true });
    addEventListener('popstate', onPopState, { signal });
    const onOnline = () => {
      if (!this.#isOffline) return;
      this.#isOffline = false;
      this.#onUpdate({ state: this.state, viewTransition: false });
    };
    addEventListener('online', onOnline, { signal });
    // Back has brought the document as it was left: for another one, while it loaded a page.
    const onReturn = ({ persisted }: PageTransitionEvent) => {
      if (persisted && this.#loading) this.#giveUp();
    };
    addEventListener('pageshow', onReturn, { signal });
    signal.addEventListener('abort', () => this.#loading?.abort());
  }

  get state(): RouterState {
    return { shown: this.#shown, isLoading: this.#loading !== undefined, isOffline: this.#isOffline };
  }

  /** @returns unsubscribes */
  subscribe(onUpdate: (update: RouterUpdate) => void): () => void {
    this.#onUpdate = onUpdate;
    return () => {
      this.#onUpdate = () => {};
    };
  }

  readonly navigate: Navigate = (to, options) => {
    const shown = servedAddressOf(this.#shown.location);
    const { pathname, search, hash } = new URL(to, location.origin + shown);
    const replace = options?.replace || pathname + search + hash === shown;
    return this.#go({ pathname, search, hash, key: newKey() }, { ...options, replace });
  };

  /** Loads and shows a page. A newer navigation aborts it. */
  async #go(next: PageLocation, options: NavigateOptions & { isTraversal?: boolean }): Promise<void> {
    // Now: a placeholder may replace the page, and shorten it, while the next one loads.
    if (!this.#loading) this.#positions.save(this.#shown.location);
    this.#loading?.abort();
    this.#loading = undefined;
    this.#isOffline = false;
    this.destination = addressOf(next);
    if (isJump(this.#shown.location, next)) return this.#show({ ...this.#shown, location: next }, options);

    const left = options.isTraversal && this.#leftPages.find(next);
    if (left) return this.#show(this.#renewed({ ...left, location: next }), options);

    const match = matchAddress(next.pathname, this.#shown.root.locales);
    // The next document may have the menu and the name that did not arrive in time for this one.
    if (!match || this.#shown.root.isProvisional) return this.#loadDocument(options);
    const { page, params, locale } = match;
    const loading = new AbortController();
    this.#loading = loading;
    this.#onUpdate({ state: this.state, viewTransition: false });
    const query = queryOf(page, new URLSearchParams(next.search));
    const { site } = this.#shown.root;
    const request = { locale, params, query, site, signal: loading.signal };
    const result = await Promise.all([this.#rootOf(locale), loadPage(page, this.#loaders, request)]).then(
      ([root, data]) => ({ root, data }),
      (error: unknown) => ({ root: this.#shown.root, data: {}, error }),
    );
    if (loading.signal.aborted) return;
    this.#loading = undefined;
    // After Back the address has changed already.
    if ('error' in result && !navigator.onLine && !options.isTraversal) {
      this.#isOffline = true;
      this.destination = currentAddress();
      return this.#onUpdate({ state: this.state, viewTransition: false });
    }
    // An error view needs the texts of its edition, and what is missing may have moved: the server has both. It is asked once: the
    // host of an exported site sends the file of a list for any query.
    const isAsked = !options.isTraversal && this.destination === currentAddress();
    const isMissing = 'error' in result && isNotFound(result.error) && !isAsked;
    if (result.root.locale !== locale || isMissing) return this.#loadDocument(options);
    this.#show(this.#renewed({ location: next, page, ...result }), options);
  }

  /** Shows the page of the browser's address, instead of the one that loads. */
  #giveUp(): void {
    const current = currentLocation();
    // After Back the address has changed already.
    if (current.key !== this.#shown.location.key) return void this.#go(current, { isTraversal: true });
    this.#loading?.abort();
    this.#loading = undefined;
    this.destination = currentAddress();
    this.#onUpdate({ state: this.state, viewTransition: false });
  }

  /** Leaves the navigation to the server. */
  #loadDocument({ isTraversal }: { isTraversal?: boolean }): void {
    // The browser stays here if it is sent a file, and may keep this document for Back: the placeholder must not stay in it.
    this.#onUpdate({ state: this.state, viewTransition: false });
    // After Back the browser has the address already.
    if (isTraversal) location.reload();
    else location.assign(this.destination);
  }

  /** The data that all pages of an edition share. Only those of another edition are waited for. */
  async #rootOf(locale: Locale): Promise<RootData> {
    const { root } = this.#shown;
    const isOld = Date.now() - this.#rootAskedAt >= SITE_MAX_AGE_MS;
    if (root.locale === locale && !isOld) return root;
    this.#rootAskedAt = Date.now();
    const loaded = this.#loaders.loadRoot?.(locale, root, this.#signal);
    if (root.locale !== locale) return (await loaded) ?? root;
    const keep = (newer: RootData) => {
      if (this.#root.locale === locale) this.#root = newer;
    };
    // The old one stays where it cannot be loaded.
    loaded?.then(keep, () => {});
    return root;
  }

  /** A page with the newest site of its edition. */
  #renewed(shown: ShownPage): ShownPage {
    if (this.#root.locale !== shown.root.locale) this.#root = shown.root;
    return { ...shown, root: this.#root };
  }

  #show(
    shown: ShownPage,
    { isTraversal, replace, viewTransition = false, keepScroll }: NavigateOptions & { isTraversal?: boolean },
  ): void {
    this.#leftPages.add(this.#shown);
    const state = { key: shown.location.key };
    if (replace) history.replaceState(state, '', addressOf(shown.location));
    else if (!isTraversal) history.pushState(state, '', addressOf(shown.location));
    this.#shown = shown;
    const scroll = keepScroll ? undefined : () => this.#positions.restore(shown.location);
    this.#onUpdate({ state: this.state, viewTransition, scroll });
  }
}

const isNotFound = (error: unknown): boolean => error instanceof ContentError && error.status === 404;

type Address = Pick<PageLocation, 'pathname' | 'search' | 'hash'>;
const servedAddressOf = ({ pathname, search, hash }: Address) => pathname + search + hash;
/** In the browser. */
const addressOf = (address: Address) => inBrowser.to(servedAddressOf(address));

const currentAddress = () => location.pathname + location.search + location.hash;

const newKey = () => Math.random().toString(36).slice(2, 10);

/** The browser's address, and the key of its history entry. An entry that the browser has added, for a first page or a jump, is given one. */
export function currentLocation(): PageLocation {
  const { pathname, search, hash } = new URL(inBrowser.from(currentAddress()), location.href);
  const known = keyOf(history.state);
  const key = known ?? newKey();
  if (known === undefined) history.replaceState({ key }, '');
  return { pathname, search, hash, key };
}

/** Whether only the fragment differs: the page stays. */
const isJump = (from: PageLocation, to: PageLocation): boolean =>
  from.pathname === to.pathname && from.search === to.search && from.hash + to.hash !== '';
