import { toHtml } from 'hast-util-to-html';
import { LRUCache } from 'lru-cache';
import { pageStatus } from '../../shared/content-error.ts';
import type { RootData } from '../../shared/document/root.ts';
import { menuLinks } from '../content-api/site-links.ts';
import type { LoadedPage, PageTarget } from './page-loader.ts';

/** Rendered error pages: a few kilobytes for each page and status, until the site changes. */
const MAX_TEMPLATES = 100;
/** In a template, the place of the address. */
const ADDRESS_PLACEHOLDER = '/address-of-this-page';

/** Renders a loaded page to HTML. @param onError called for each block that fails to render */
export type Render = (loaded: LoadedPage, onError: (error: unknown) => void, hydrate: boolean) => Promise<Buffer>;

/**
 * Renders error pages. Clients can request any number of addresses without a page, and rendering is the most expensive part
 * of a response: so an error page is rendered once, and its address is inserted into a template.
 */
export class ErrorPageRenderer {
  readonly #render: Render;
  readonly #templates = new LRUCache<string, { html: Buffer; parts: string[] }>({ max: MAX_TEMPLATES });

  constructor(render: Render) {
    this.#render = render;
  }

  /** @returns the same buffer for the same HTML */
  async render(
    { page, path, address }: PageTarget,
    loaded: LoadedPage,
    onError: (error: unknown) => void,
    hydrate: boolean,
  ): Promise<Buffer> {
    const { shown, calls } = loaded;
    // The menu marks the current page.
    if (isInMenu(shown.root, path)) return this.#render(loaded, onError, hydrate);
    const siteEtag = calls.find((call) => call.address === 'site')?.etag;
    const key = [page.id, pageStatus(shown.error), hydrate, siteEtag].join(' ');
    let template = this.#templates.get(key);
    if (!template) {
      const location = { ...shown.location, pathname: ADDRESS_PLACEHOLDER, search: '' };
      let hasFaults = false;
      const html = await this.#render(
        { ...loaded, shown: { ...shown, location } },
        (error) => {
          hasFaults = true;
          onError(error);
        },
        hydrate,
      );
      template = { html, parts: html.toString().split(ADDRESS_PLACEHOLDER) };
      if (!hasFaults && siteEtag) this.#templates.set(key, template);
    }
    const { html, parts } = template;
    return parts.length === 1 ? html : Buffer.from(parts.join(toHtml({ type: 'text', value: address })));
  }
}

const isInMenu = ({ site }: RootData, path: string): boolean => menuLinks(site).includes(path);
