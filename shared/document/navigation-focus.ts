import { useEffect, useRef } from 'react';
import { useLocation } from '../shown-page.ts';
import { ANNOUNCER_ID, LIST_STATUS_ID, MAIN_ID } from './element-ids.ts';

/**
 * After a navigation without a page load: moves the focus to the new screen and announces its title, as a page load does. A
 * visitor who chose a value in a form stays there, and hears what the list shows now.
 */
export function useNavigationFocus(): void {
  const { pathname, search, hash, focus = '' } = useLocation();
  const address = pathname + search;
  const lastAddress = useRef(address);
  useEffect(() => {
    if (lastAddress.current === address) return;
    lastAddress.current = address;
    const announcer = document.getElementById(ANNOUNCER_ID);
    const field = document.getElementById(focus);
    const status = field && document.getElementById(LIST_STATUS_ID);
    if (announcer) announcer.textContent = status?.textContent || document.title;
    const target = field ?? targetOf(hash) ?? document.getElementById(MAIN_ID);
    if (target && !target.hasAttribute('tabindex')) target.tabIndex = -1;
    // What is closed cannot have the focus.
    reveal(target);
    target?.focus({ preventScroll: true });
  }, [address, hash, focus]);
}

/** Opens the closed `details` around the target, as browsers do. */
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
