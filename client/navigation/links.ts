import { matchRoutes, type RouteObject } from '../../shared/router.ts';

interface LinkRouter {
  navigate(to: string, options: { viewTransition: boolean }): Promise<void>;
  readonly routes: RouteObject[];
}

/** Follows links without a page load. One click handler for plain anchors, including those in editors' texts. */
export function followLinks(router: LinkRouter, signal: AbortSignal): void {
  const onClick = (event: MouseEvent) => {
    const anchor = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]') : null;
    if (!anchor || event.defaultPrevented || !isPlainClick(event)) return;
    const to = clientAddress(anchor, router.routes);
    if (to === undefined) return;
    event.preventDefault();
    void router.navigate(to, { viewTransition: !matchMedia('(prefers-reduced-motion: reduce)').matches });
  };
  document.addEventListener('click', onClick, { signal });
}

const isPlainClick = (event: MouseEvent) =>
  event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);

/** The address to which the router navigates for a link; undefined if the browser follows the link. */
export function clientAddress(anchor: HTMLAnchorElement, routes: RouteObject[]): string | undefined {
  const url = new URL(anchor.href, location.href);
  if (anchor.target && anchor.target !== '_self') return undefined;
  if (anchor.hasAttribute('download') || 'reload' in anchor.dataset) return undefined;
  // The browser follows a link within the page: it also moves the focus.
  if (url.hash && url.pathname === location.pathname && url.search === location.search) return undefined;
  return screenAddress(url, routes);
}

/** The path, query and fragment of a page of ours; undefined for anything else: a document, a feed, another site. */
export function screenAddress(url: URL, routes: RouteObject[]): string | undefined {
  if (url.origin !== location.origin || FILE_EXTENSION.test(url.pathname)) return undefined;
  const page = matchRoutes(routes, url.pathname)?.at(-1);
  return page && page.route.path !== '*' ? `${url.pathname}${url.search}${url.hash}` : undefined;
}

/** Paths of pages have no extension. */
const FILE_EXTENSION = /\.[A-Za-z0-9]{2,5}$/;
