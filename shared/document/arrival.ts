import { useEffect, useRef } from 'react';
import { useLocation } from '../router.ts';
import { ANNOUNCER_ID, MAIN_ID } from './landmarks.ts';

/** What a page load does by itself and a navigation by script must do: the focus goes to the new screen, its title is said. */
export function useArrival(): void {
  const { pathname, search, hash } = useLocation();
  const screen = pathname + search;
  const shown = useRef(screen);
  useEffect(() => {
    if (shown.current === screen) return;
    shown.current = screen;
    const announcer = document.getElementById(ANNOUNCER_ID);
    if (announcer) announcer.textContent = document.title;
    const target = targetOf(hash) ?? document.getElementById(MAIN_ID);
    if (target && !target.hasAttribute('tabindex')) target.tabIndex = -1;
    target?.focus({ preventScroll: true });
    reveal(target);
  }, [screen, hash]);
}

/** As browsers do: what is asked for may stand in something closed. */
function reveal(target: HTMLElement | null): void {
  const closed = target?.closest<HTMLDetailsElement>('details:not([open])');
  if (!closed) return;
  closed.open = true;
  target?.scrollIntoView();
}

function targetOf(hash: string): HTMLElement | null {
  try {
    return document.getElementById(decodeURIComponent(hash.slice(1)));
  } catch {
    return null;
  }
}
