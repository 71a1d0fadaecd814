import type { Locales } from '@foyer/model';
import { matchAddress } from '../../shared/match-page.ts';
import { inBrowser } from './browser-address.ts';

/** Paths of pages have no extension. */
const FILE_EXTENSION = /\.[A-Za-z0-9]{2,5}$/;

/** The address to which the router navigates for a link; undefined if the browser follows the link. */
export function linkAddress(anchor: HTMLAnchorElement | SVGAElement, locales: Locales): string | undefined {
  const url = new URL(textOf(anchor.href), location.href);
  const target = textOf(anchor.target);
  if (target && target !== '_self') return undefined;
  if (anchor.hasAttribute('download') || 'reload' in anchor.dataset) return undefined;
  if (isWithinPage(url)) return undefined;
  return pageAddress(url, locales);
}

/** Whether an address is a place on the page that is shown: the browser goes there itself, moves the focus, and opens what is closed. */
export const isWithinPage = ({ hash, pathname, search }: URL): boolean =>
  hash !== '' && pathname === location.pathname && search === location.search;

/** The properties of an anchor in SVG are objects. */
const textOf = (property: string | SVGAnimatedString): string =>
  typeof property === 'object' ? property.baseVal : property;

/** Path, query and fragment of a page of this site; undefined for anything else: a document, a feed, another site. */
export function pageAddress(url: URL, locales: Locales): string | undefined {
  if (url.origin !== location.origin || FILE_EXTENSION.test(url.pathname)) return undefined;
  const address = inBrowser.from(`${url.pathname}${url.search}${url.hash}`);
  const { page } = matchAddress(new URL(address, url).pathname, locales) ?? {};
  return page && page.path !== '*' ? address : undefined;
}
