import { randomBytes } from 'node:crypto';
import type { Config } from '@foyer/config';
import { type CallOptions, type Gateway, hasSubstitute, menuLinks, REVALIDATE_RETRY_MS } from '@foyer/gateway';
import { ContentError, editionPath, isCanonical, pageStatus, splitPath } from '@foyer/model';
import { type CacheSize, type Metrics, monotonicNow } from '@foyer/runtime';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import { allFailedOf, blocksOf } from '../../shared/deferred.ts';
import type { RootData } from '../../shared/document/root.ts';
import type { Page } from '../../shared/page.ts';
import type { ShownPage } from '../../shared/shown-page.ts';
import { retryAfterSeconds } from '../http/cache-status.ts';
import { cacheTags } from '../http/cache-tags.ts';
import { securityHeaders } from '../http/security-headers.ts';
import { BufferedPage } from './buffered-page.ts';
import { ErrorPageRenderer } from './error-page-renderer.ts';
import { InlineAssets, screenStylesOf } from './inline-assets.ts';
import type { Manifest } from './manifest.ts';
import { type CachedPage, PageCache } from './page-cache.ts';
import { type LoadedPage, PageLoader, type PageTarget } from './page-loader.ts';
import { renderBuffered, renderStreamed } from './render.tsx';
import { StaticParts } from './static-parts.tsx';

export interface PagesOptions {
  config: Config;
  gateway: Gateway;
  manifest: Manifest;
  log: Logger;
  metrics?: Metrics;
}

/** An editor has moved the page. */
export class MovedPage {
  constructor(readonly location: string) {}
}

/** Matches no page. */
const NO_PAGE = '/-';

/** More than there are screens. */
const MAX_POLICIES = 100;

/** Buffered pages: loaded, rendered, cached, and revalidated when their answers change. */
export class Pages {
  readonly #gateway: Gateway;
  readonly #log: Logger;
  readonly #metrics?: Metrics;
  readonly #config: Config;
  readonly #assets: { manifest: Manifest; inline: InlineAssets; staticParts: StaticParts };
  /** The security headers by policy: it changes with the site's brand, and from screen to screen. */
  readonly #headers = new LRUCache<string, readonly string[]>({ max: MAX_POLICIES });
  readonly #loader: PageLoader;
  readonly #cache: PageCache;
  readonly #render: (loaded: LoadedPage, onError: (error: unknown) => void, hydrate: boolean) => Promise<Buffer>;
  readonly #errorPages: ErrorPageRenderer;
  /** In-flight renders by address: requests for the same page share one. */
  readonly #rendering = new Map<string, Promise<BufferedPage | MovedPage>>();
  readonly #revalidating = new Set<string>();

  constructor({ config, gateway, manifest, log, metrics }: PagesOptions) {
    this.#metrics = metrics;
    this.#gateway = gateway;
    this.#log = log;
    this.#config = config;
    this.#assets = { manifest, inline: new InlineAssets(config, manifest), staticParts: new StaticParts() };
    const exported = config.isExport ? { api: manifest.exportedAnswers } : undefined;
    this.#loader = new PageLoader(config, gateway, exported);
    this.#cache = new PageCache(config, gateway);
    this.#render = ({ shown }, onError, hydrate) => renderBuffered({ ...this.#assets, shown, hydrate }, onError);
    this.#errorPages = new ErrorPageRenderer(this.#render);
  }

  get size(): CacheSize {
    return this.#cache.size;
  }

  /** Throws a ContentError, 400. */
  match(path: string, search: URLSearchParams): PageTarget {
    return this.#loader.match(path, search);
  }

  load(target: PageTarget, options?: CallOptions): Promise<LoadedPage> {
    return this.#loader.load(target, options);
  }

  /** Looks up the cached page of an address, fresh or stale, and revalidates a stale one in the background. */
  lookUp(address: string): CachedPage | undefined {
    const page = this.#cache.get(address);
    if (page && monotonicNow() >= page.freshUntil) void this.#revalidate(page);
    return page;
  }

  /** Where an old address with a query has moved to, such as /?page_id=7, whose path is a page. */
  async movedByQuery(path: string, query: URLSearchParams): Promise<MovedPage | undefined> {
    const redirect = await this.#gateway.redirect(path, query);
    return redirect?.to === undefined ? undefined : new MovedPage(redirect.to);
  }

  /** Renders a page whose deferred data has arrived, and caches it. Concurrent requests for one address share the render. */
  render(target: PageTarget, loaded: LoadedPage): Promise<BufferedPage | MovedPage> {
    const { address } = target;
    const rendering =
      this.#rendering.get(address) ?? this.#renderPage(target, loaded).finally(() => this.#rendering.delete(address));
    this.#rendering.set(address, rendering);
    return rendering;
  }

  /**
   * Renders a page whose blocks follow when their data arrives, with its content security policy.
   * @param bufferedAddress of the same page, for browsers without scripts
   */
  async stream({ shown }: LoadedPage, bufferedAddress: string, onError: (error: unknown) => void) {
    const nonce = randomBytes(16).toString('base64');
    const policy = this.#assets.inline.policy(shown.root, screenStylesOf(shown), nonce);
    const startedAt = performance.now();
    const stream = await renderStreamed({ ...this.#assets, shown, hydrate: true, nonce, bufferedAddress }, onError);
    this.#metrics?.rendered('streamed', performance.now() - startedAt);
    return { ...stream, policy };
  }

  /** Loads, renders and caches a page that is not cached. @returns false if the page is an error of the server */
  async prepare(target: PageTarget, options?: CallOptions): Promise<boolean> {
    if (!this.#cache.isOn || this.#cache.get(target.address)) return true;
    const loaded = await this.load(target, options);
    await deferredData(loaded.shown.data);
    const page = await this.render(target, loaded);
    return page instanceof MovedPage || page.status < 500;
  }

  /** Prepares the home page and the pages of the menu of each edition, one after the other, until one fails. */
  async warm(): Promise<void> {
    const { locales } = this.#config.site;
    for (const locale of locales) {
      const { site, isProvisional } = await this.#gateway.site({ locale });
      if (locale === locales[0])
        this.#log.info({ organisation: site.name, isProvisional }, 'shows the site of an organisation');
      for (const href of new Set([editionPath('/', { locale, locales }), ...menuLinks(site)])) {
        if (!isCanonical(href)) continue;
        const { pathname, searchParams } = new URL(href, 'http://foyer.invalid');
        const target = this.match(pathname, searchParams);
        if (target.page.path !== '*' && !(await this.prepare(target, { priority: 'inventory' }))) return;
      }
    }
  }

  /** The error view for a refused address or a page that failed. @param path the link to try again */
  async errorView(cause: unknown, status: number, path: string): Promise<BufferedPage> {
    // A page without a route supplies the frame; its error is replaced.
    const { locales } = this.#config.site;
    const { locale } = splitPath(path, locales);
    const target = this.match(editionPath(NO_PAGE, { locale, locales }), new URLSearchParams());
    const loaded = await this.load(target);
    const { location } = loaded.shown;
    const error = new ContentError(400, 'refused');
    const shown = { ...loaded.shown, location: { ...location, pathname: path }, error };
    const html = await this.#errorPages.render(
      { ...target, path, address: path },
      { ...loaded, shown },
      () => {},
      false,
    );
    return new BufferedPage(status, html, this.#headersOf(shown, { retryAfter: retryAfterSeconds(cause) }));
  }

  /** Revalidates a stale page, once at a time. If that fails the page stays, and the next attempt follows after REVALIDATE_RETRY_MS. */
  async #revalidate(page: CachedPage): Promise<void> {
    const { target } = page;
    if (this.#revalidating.has(target.address)) return;
    this.#revalidating.add(target.address);
    try {
      const loaded = await this.load(target, { revalidate: true, priority: 'revalidate' });
      await deferredData(loaded.shown.data);
      page.freshUntil = monotonicNow() + REVALIDATE_RETRY_MS;
      if (!this.#cache.confirm(page, loaded)) await this.render(target, loaded);
    } catch (err) {
      this.#log.error({ err, page: target.page.id }, 'page could not be revalidated');
    } finally {
      this.#revalidating.delete(target.address);
    }
  }

  async #renderPage(target: PageTarget, loaded: LoadedPage): Promise<BufferedPage | MovedPage> {
    const { page } = target;
    const { calls, isProvisional } = loaded;
    const { data } = loaded.shown;
    const haveAllBlocksFailed = allFailedOf(data)?.result;
    if (haveAllBlocksFailed?.ok && haveAllBlocksFailed.data)
      loaded.shown = { ...loaded.shown, error: new ContentError(503, 'all blocks of the page failed') };
    const { error } = loaded.shown;
    const isNotFound = error !== undefined && pageStatus(error) === 404;
    const redirect = isNotFound ? await this.#gateway.redirect(target.path) : undefined;
    if (redirect?.to) {
      // The page that has moved.
      this.#cache.delete(target.address);
      return new MovedPage(redirect.to);
    }

    if (error !== undefined && !(error instanceof ContentError))
      this.#log.error({ err: error, page: page.id }, 'page failed');
    const status = error === undefined ? 200 : redirect?.gone ? 410 : pageStatus(error);
    const faults: unknown[] = [];
    const onError = (fault: unknown) => faults.push(fault);
    const startedAt = performance.now();
    const html = await (error === undefined
      ? this.#render(loaded, onError, true)
      : this.#errorPages.render(target, loaded, onError, true));
    this.#metrics?.rendered('buffered', performance.now() - startedAt);
    for (const err of faults) this.#log.error({ err, page: page.id }, 'a block failed to render');

    const isComplete =
      faults.length === 0 &&
      !isProvisional &&
      !hasSubstitute(calls) &&
      // Loaded before a purge: a shared cache would store it after it has removed that page.
      loaded.revision === this.#gateway.revision &&
      blocksOf(data).every(([, { result }]) => result?.ok);
    const cacheControl = isComplete ? cacheControlOf(status, page, this.#cache.sharedSeconds(page, loaded)) : undefined;
    const tags = cacheControl && this.#config.purgeWebhook ? cacheTags(calls.map(({ address }) => address)) : undefined;
    const headers = this.#headersOf(loaded.shown, { cacheControl, retryAfter: retryAfterSeconds(error), tags });
    const buffered = new BufferedPage(status, html, headers);
    if (cacheControl) this.#cache.set(buffered, target, loaded);
    return buffered;
  }

  /** Flat. */
  #headersOf(
    shown: ShownPage,
    {
      cacheControl = 'no-store',
      retryAfter,
      tags = [],
    }: { cacheControl?: string; retryAfter?: string; tags?: readonly string[] },
  ) {
    const { root } = shown;
    return [
      ...this.#securityHeaders(root, screenStylesOf(shown)),
      // With one edition every page is in the same language.
      ...(root.locales.length > 1 ? ['Content-Language', root.locale] : []),
      ...['Cache-Control', cacheControl],
      ...(retryAfter ? ['Retry-After', retryAfter] : []),
      ...tags,
    ];
  }

  #securityHeaders(root: RootData, screen: string): readonly string[] {
    const policy = this.#assets.inline.policy(root, screen);
    const headers = this.#headers.get(policy) ?? securityHeaders(this.#config, policy);
    this.#headers.set(policy, headers);
    return headers;
  }
}

/** Cache-Control of a page; undefined for a status that no cache may store. */
function cacheControlOf(status: number, { maxAge, mayBeStale }: Page, sharedSeconds: number): string | undefined {
  if (status === 404 || status === 410) return 'public, max-age=0, s-maxage=10';
  if (status !== 200) return undefined;
  if (mayBeStale === false) return `public, max-age=0, s-maxage=${sharedSeconds}`;
  return `public, max-age=0, s-maxage=${sharedSeconds}, stale-while-revalidate=${maxAge}, stale-if-error=86400`;
}

const deferredData = (data: object) => Promise.all(blocksOf(data).map(([, { promise }]) => promise));
