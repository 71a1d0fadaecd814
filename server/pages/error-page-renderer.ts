import { menuLinks } from '@foyer/gateway';
import { pageStatus } from '@foyer/model';
import { toHtml } from 'hast-util-to-html';
import { LRUCache } from 'lru-cache';
import { addressWords } from '../../shared/document/address-words.ts';
import { offeredLink } from '../../shared/document/NotFound.tsx';
import type { RootData } from '../../shared/document/root.ts';
import type { LoadedPage, PageTarget } from './page-loader.ts';

/** Rendered error pages: a few kilobytes for each page, status and offered link, until the site changes. */
const MAX_TEMPLATES = 200;
/** In a template, the places of the address, and of its words in the search box. */
const ADDRESS_PLACEHOLDER = '/address-of-this-page-7f3a9c';
const WORDS_PLACEHOLDER = 'address of this page 7f3a9c';

/** The call of the site, in any edition. */
const SITE_CALL = /^(?:\w+\/)?site$/;

/** Renders a loaded page to HTML. @param onError called for each block that fails to render */
export type Render = (loaded: LoadedPage, onError: (error: unknown) => void, hydrate: boolean) => Promise<Buffer>;

/**
 * Renders error pages. Clients can request any number of addresses without a page, and rendering is the most expensive part
 * of a response: so an error page is rendered once for what it offers, and its address is inserted into a template.
 */
export class ErrorPageRenderer {
  readonly #render: Render;
  readonly #templates = new LRUCache<string, string[][]>({ max: MAX_TEMPLATES });

  constructor(render: Render) {
    this.#render = render;
  }

  async render(
    { page, path, address }: PageTarget,
    loaded: LoadedPage,
    onError: (error: unknown) => void,
    hydrate: boolean,
  ): Promise<Buffer> {
    const { shown, calls } = loaded;
    // The menu marks the current page.
    if (isInMenu(shown.root, path)) return this.#render(loaded, onError, hydrate);
    const siteEtag = calls.find((call) => SITE_CALL.test(call.address))?.etag;
    const meant = offeredLink(shown.data)?.href;
    const key = [shown.root.locale, page.id, pageStatus(shown.error), hydrate, siteEtag, meant].join(' ');
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
      template = html
        .toString()
        .split(ADDRESS_PLACEHOLDER)
        .map((part) => part.split(WORDS_PLACEHOLDER));
      if (!hasFaults && siteEtag) this.#templates.set(key, template);
    }
    // Letters and digits only: they need no escapes.
    const words = addressWords(path, shown.root.locales);
    const addressHtml = toHtml({ type: 'text', value: address });
    return Buffer.from(template.map((part) => part.join(words)).join(addressHtml));
  }
}

const isInMenu = ({ site }: RootData, path: string): boolean => menuLinks(site).includes(path);
