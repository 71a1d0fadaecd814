import { toHtml } from 'hast-util-to-html';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import { ContentError, pageStatus } from '../../shared/content-error.ts';
import { ROOT, type RootData } from '../../shared/document/root.ts';
import { blocksOf, verdictOf } from '../../shared/page.ts';
import { monotonicNow } from '../clock.ts';
import type { Config } from '../config.ts';
import type { Asking, Gateway } from '../content-api/gateway.ts';
import { RETRY_REFRESH } from '../content-api/policy.ts';
import { retryAfterOf } from '../http/cache-status.ts';
import { isCanonical } from '../http/canonical-address.ts';
import { securityHeaders } from '../http/security-headers.ts';
import type { CacheSize, Metrics } from '../observability/metrics.ts';
import { WholePage } from './buffered-page.ts';
import type { Manifest } from './manifest.ts';
import { Moved } from './page-address.ts';
import { PageCache, type StoredPage } from './page-cache.ts';
import { type Loaded, Loader, type Target } from './page-loader.ts';
import { renderWhole } from './render.tsx';

export interface PagesOptions {
  config: Config;
  gateway: Gateway;
  manifest: Manifest;
  log: Logger;
  metrics?: Metrics;
}

/** The whole lane: pages made once, kept, and renewed when what they are made of is. */
export class Pages {
  readonly #gateway: Gateway;
  readonly #manifest: Manifest;
  readonly #log: Logger;
  readonly #metrics?: Metrics;
  readonly #headers: readonly string[];
  readonly #loader: Loader;
  readonly #cache: PageCache;
  readonly #making = new Map<string, Promise<WholePage | Moved>>();
  readonly #renewing = new Set<string>();
  readonly #failures = new LRUCache<string, { html: Buffer; parts: string[] }>({ max: MOST_FAILURES });
  readonly #wholes = new WeakMap<Buffer, { name: string; whole: WholePage }>();

  constructor({ config, gateway, manifest, log, metrics }: PagesOptions) {
    this.#metrics = metrics;
    this.#gateway = gateway;
    this.#manifest = manifest;
    this.#log = log;
    this.#headers = securityHeaders(config);
    this.#loader = new Loader(config, gateway);
    this.#cache = new PageCache(config.pageCacheBytes, gateway);
  }

  get size(): CacheSize {
    return this.#cache.size;
  }

  match(path: string, search: URLSearchParams): Target {
    return this.#loader.match(path, search);
  }

  load(target: Target, asking?: Asking): Promise<Loaded> {
    return this.#loader.load(target, asking);
  }

  /** The page at an address, where it is kept; a stale one is renewed in the background. */
  kept(address: string): StoredPage | undefined {
    const page = this.#cache.get(address);
    if (page && monotonicNow() >= page.freshUntil) void this.#renew(page);
    return page;
  }

  /** Makes a page, once for all who wait for it; or tells where it has moved. What the page defers must be there. */
  make(target: Target, loaded: Loaded): Promise<WholePage | Moved> {
    const { address } = target;
    const making = this.#making.get(address) ?? this.#make(target, loaded).finally(() => this.#making.delete(address));
    this.#making.set(address, making);
    return making;
  }

  /** Makes a page for later, unless it is there. @returns whether it could be had */
  async prepare(target: Target, asking?: Asking): Promise<boolean> {
    if (!this.#cache.isOn || this.#cache.get(target.address)) return true;
    const loaded = await this.load(target, asking);
    await arrived(loaded.data);
    const page = await this.make(target, loaded);
    return page instanceof Moved || page.status < 500;
  }

  /** Makes the home page and those of the menu, one after the other, as long as the upstream bears it. */
  async warm(): Promise<void> {
    const { site } = await this.#gateway.site();
    const links = ['/', ...site.menu.flatMap(({ href, children }) => [href, ...children.map((child) => child.href)])];
    for (const href of new Set(links)) {
      if (!isCanonical(href)) continue;
      const { pathname, searchParams } = new URL(href, 'http://foyer.invalid');
      const target = this.match(pathname, searchParams);
      if (target.page.path !== '*' && !(await this.prepare(target, { urgency: 'inventory' }))) return;
    }
  }

  /** One at a time for each page; where nothing better is to be had, it stays as it is for a while. */
  async #renew(page: StoredPage): Promise<void> {
    const { target } = page;
    if (this.#renewing.has(target.address)) return;
    this.#renewing.add(target.address);
    try {
      const loaded = await this.load(target, { renew: true });
      await arrived(loaded.data);
      page.freshUntil = monotonicNow() + RETRY_REFRESH;
      if (!this.#cache.confirm(page, loaded)) await this.make(target, loaded);
    } catch (err) {
      this.#log.error({ err, page: target.page.id }, 'page could not be renewed');
    } finally {
      this.#renewing.delete(target.address);
    }
  }

  async #make(target: Target, loaded: Loaded): Promise<WholePage | Moved> {
    const { page } = target;
    const { context, data, sources, provisional, since } = loaded;
    const verdict = verdictOf(data)?.settled;
    if (verdict?.ok && verdict.data)
      context.errors = { [page.id]: new ContentError(503, 'no block of the page could be had') };
    const error = context.errors?.[page.id];
    const isMissing = error !== undefined && pageStatus(error) === 404;
    const redirect = isMissing ? await this.#gateway.redirect(target.path) : undefined;
    if (redirect?.to) return new Moved(redirect.to);

    if (error !== undefined && !(error instanceof ContentError))
      this.#log.error({ err: error, page: page.id }, 'page failed');
    const status = error === undefined ? 200 : redirect?.gone ? 410 : pageStatus(error);
    const faults: unknown[] = [];
    const start = performance.now();
    const html = await (error === undefined
      ? this.#render(loaded, faults)
      : this.#renderFailure(target, loaded, faults));
    this.#metrics?.rendered('whole', performance.now() - start);
    for (const err of faults) this.#log.error({ err, page: page.id }, 'a block failed to render');

    const isComplete = faults.length === 0 && !provisional && blocksOf(data).every(([, { settled }]) => settled?.ok);
    const cacheControl = isComplete ? cacheControlOf(status, page.maxAge) : undefined;
    const retryAfter = retryAfterOf(error);
    const whole = this.#wholeOf(status, html, [
      ...this.#headers,
      ...['Cache-Control', cacheControl ?? 'no-store'],
      ...(retryAfter ? ['Retry-After', retryAfter] : []),
    ]);
    if (cacheControl) this.#cache.set(whole, target, sources, since);
    return whole;
  }

  /** The error view for a request that has no page: its address is refused, or its page failed. @param path where trying again leads */
  async refusal(path: string): Promise<Buffer> {
    const target = this.match(NOWHERE, new URLSearchParams());
    const loaded = await this.load(target);
    const { context } = loaded;
    context.errors = { [target.page.id]: new ContentError(400, 'refused') };
    context.location = { ...context.location, pathname: path };
    return this.#renderFailure({ ...target, path, address: path }, loaded, [], false);
  }

  #render({ context }: Loaded, faults: unknown[], hydrate = true): Promise<Buffer> {
    return renderWhole({ context, manifest: this.#manifest, hydrate }, (fault) => faults.push(fault));
  }

  /**
   * A page that says that there is nothing. It is rendered once for all addresses where it looks the same: anybody can
   * ask for any number of them, and rendering is the dearest part of an answer.
   */
  async #renderFailure(
    { page, path, address }: Target,
    loaded: Loaded,
    faults: unknown[],
    hydrate = true,
  ): Promise<Buffer> {
    const { context, sources } = loaded;
    const root: RootData = context.loaderData[ROOT];
    const isInMenu = root.site.menu.some(
      ({ href, children }) => href === path || children.some((child) => child.href === path),
    );
    // The menu marks where the visitor is.
    if (isInMenu) return this.#render(loaded, faults, hydrate);
    const site = sources.find((source) => source.address === 'site')?.etag;
    const key = [page.id, pageStatus(context.errors?.[page.id]), hydrate, site].join(' ');
    let template = this.#failures.get(key);
    if (!template) {
      context.location = { ...context.location, pathname: ANY_ADDRESS, search: '' };
      const html = await this.#render(loaded, faults, hydrate);
      template = { html, parts: html.toString().split(ANY_ADDRESS) };
      if (faults.length === 0 && site) this.#failures.set(key, template);
    }
    const { html, parts } = template;
    return parts.length === 1 ? html : Buffer.from(parts.join(toHtml({ type: 'text', value: address })));
  }

  /** The same page for the same bytes and headers, with the forms that it has been packed in. */
  #wholeOf(status: number, html: Buffer, headers: readonly string[]): WholePage {
    const last = this.#wholes.get(html);
    const name = JSON.stringify([status, headers]);
    if (last?.name === name) return last.whole;
    const whole = new WholePage(status, html, headers);
    this.#wholes.set(html, { name, whole });
    return whole;
  }
}

/** Of every page's failures a few kilobytes, while the site stays as it is. */
const MOST_FAILURES = 100;
/** Stands in a failure's markup where its address goes. */
const ANY_ADDRESS = '/address-of-this-page';
/** Matches no screen. */
const NOWHERE = '/-';

/** What shared caches may do with a page; undefined where nobody may keep it. */
function cacheControlOf(status: number, maxAge: number): string | undefined {
  if (status === 404 || status === 410) return 'public, max-age=0, s-maxage=10';
  if (status !== 200) return undefined;
  return `public, max-age=0, s-maxage=${maxAge}, stale-while-revalidate=${maxAge}, stale-if-error=86400`;
}

const arrived = (data: object) => Promise.all(blocksOf(data).map(([, { promise }]) => promise));
