import type { RouteObject } from '../../shared/router.ts';
import { linkAddress } from './link-address.ts';

interface LinkRouter {
  navigate(to: string, options: { viewTransition: boolean }): Promise<void>;
  readonly routes: RouteObject[];
}

/** Follows links without a page load. One click handler serves plain anchors, including those in editors' texts. */
export function followLinks(router: LinkRouter, signal: AbortSignal): void {
  const onClick = (event: MouseEvent) => {
    const anchor = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]') : null;
    if (!anchor || event.defaultPrevented || !isPlainClick(event)) return;
    const to = linkAddress(anchor, router.routes);
    if (to === undefined) return;
    event.preventDefault();
    void router.navigate(to, { viewTransition: !matchMedia('(prefers-reduced-motion: reduce)').matches });
  };
  document.addEventListener('click', onClick, { signal });
}

const isPlainClick = (event: MouseEvent) =>
  event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
