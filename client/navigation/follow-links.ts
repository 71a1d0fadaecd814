import type { Locales } from '@foyer/model';
import type { Navigate } from '../../shared/shown-page.ts';
import { linkAddress } from './link-address.ts';

/** Follows links without a page load. One click handler serves plain anchors, including those in editors' texts. */
export function followLinks({ navigate }: { navigate: Navigate }, locales: Locales, signal: AbortSignal): void {
  const onClick = (event: MouseEvent) => {
    const anchor =
      event.target instanceof Element ? event.target.closest<HTMLAnchorElement | SVGAElement>('a[href]') : null;
    if (!anchor || event.defaultPrevented || !isPlainClick(event)) return;
    const to = linkAddress(anchor, locales);
    if (to === undefined) return;
    event.preventDefault();
    void navigate(to, { viewTransition: !matchMedia('(prefers-reduced-motion: reduce)').matches });
  };
  document.addEventListener('click', onClick, { signal });
}

const isPlainClick = (event: MouseEvent) =>
  event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
