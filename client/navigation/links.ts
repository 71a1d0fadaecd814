import { matchRoutes, type RouteObject } from '../../shared/router.ts';

interface Navigator {
  navigate(to: string, options: { viewTransition: boolean }): Promise<void>;
  readonly routes: RouteObject[];
}

/** One click handler for every link of the site, those in an editor's text included: links stay plain anchors. */
export function followLinks(router: Navigator, signal: AbortSignal): void {
  const follow = (event: MouseEvent) => {
    const anchor = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]') : null;
    if (!anchor || event.defaultPrevented || !isPlainClick(event)) return;
    const to = clientAddress(anchor, router.routes);
    if (to === undefined) return;
    event.preventDefault();
    void router.navigate(to, { viewTransition: !matchMedia('(prefers-reduced-motion: reduce)').matches });
  };
  document.addEventListener('click', follow, { signal });
}

const isPlainClick = (event: MouseEvent) =>
  event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);

/** Where the router would take a link; undefined where the browser should follow it itself. */
export function clientAddress(anchor: HTMLAnchorElement, routes: RouteObject[]): string | undefined {
  const url = new URL(anchor.href, location.href);
  if (anchor.target && anchor.target !== '_self') return undefined;
  if (anchor.hasAttribute('download') || 'reload' in anchor.dataset) return undefined;
  // A jump within the page is the browser's own, focus and all.
  if (url.hash && url.pathname === location.pathname && url.search === location.search) return undefined;
  return screenAddress(url, routes);
}

/** The address of one of our screens; what is none (a document, a feed, another site) comes from where it is. */
export function screenAddress(url: URL, routes: RouteObject[]): string | undefined {
  if (url.origin !== location.origin || TO_FILE.test(url.pathname)) return undefined;
  const page = matchRoutes(routes, url.pathname)?.at(-1);
  return page && page.route.path !== '*' ? `${url.pathname}${url.search}${url.hash}` : undefined;
}

/** Screens have no ending. */
const TO_FILE = /\.[A-Za-z0-9]{2,5}$/;
