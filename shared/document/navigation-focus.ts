import { useEffect, useRef } from 'react';
import { useLocation } from '../shown-page.ts';
import { ANNOUNCER_ID, LIST_STATUS_ID, MAIN_ID } from './element-ids.ts';

/**
 * After a navigation without a page load: moves the focus to the new screen and announces its title, as a page load does; of the
 * same list, searched, filtered or on another page, what it shows now, and of a calculator its answer.
 */
export function useNavigationFocus(): void {
  const { pathname, search, hash } = useLocation();
  const last = useRef({ pathname, search });
  useEffect(() => {
    const { current } = last;
    const isSamePath = current.pathname === pathname;
    if (isSamePath && current.search === search) return;
    last.current = { pathname, search };
    const announcer = document.getElementById(ANNOUNCER_ID);
    const status = isSamePath ? document.getElementById(LIST_STATUS_ID) : null;
    // With the breaks between the texts of its elements.
    if (announcer) announcer.textContent = status?.innerText || document.title;
    const main = document.getElementById(MAIN_ID);
    // The field for which the new screen is there has it already.
    const field = isSamePath ? null : main?.querySelector<HTMLElement>('input:focus');
    const target = targetOf(hash) ?? field ?? main;
    if (target && target !== field && !target.hasAttribute('tabindex')) target.tabIndex = -1;
    // What is closed cannot have the focus.
    reveal(target);
    target?.focus({ preventScroll: true });
  }, [pathname, search, hash]);
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
