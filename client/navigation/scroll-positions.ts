import type { PageLocation } from '../../shared/shown-page.ts';
import { session } from '../../shared/storage.ts';

/* Where the visitor was on the pages of the browser's history. The browser's own restoration would come before a page's data. */

const STORAGE_KEY = 'scroll-positions';

export class ScrollPositions {
  /** By the key of the history entry. */
  readonly #positions: Record<string, number>;
  /** As of the last frame: for a jump within the page, `popstate` comes after its scrolling in Firefox and Safari, and `scroll` after both. */
  #position = scrollY;

  constructor() {
    this.#positions = readStored();
  }

  /** Takes the restoration over from the browser as long as the page is open. @param current the place that is shown; undefined while its page may be replaced by a placeholder */
  follow(current: () => PageLocation | undefined, signal: AbortSignal): void {
    const first = current();
    // The browser leaves an entry to us that another document of the site has added.
    if (first && history.scrollRestoration === 'manual' && scrollY === 0) this.restore(first);
    history.scrollRestoration = 'manual';
    const onScroll = () => {
      this.#position = scrollY;
    };
    const onLeave = () => {
      const location = current();
      if (location) this.save(location);
      session.write(STORAGE_KEY, JSON.stringify(this.#positions));
      // The browser restores the position when it loads the page again, which takes no scripts.
      if (location && location.key === keyOf(history.state)) history.scrollRestoration = 'auto';
    };
    const onReturn = () => {
      history.scrollRestoration = 'manual';
    };
    addEventListener('scroll', onScroll, { signal, passive: true });
    addEventListener('pagehide', onLeave, { signal });
    addEventListener('pageshow', onReturn, { signal });
  }

  save(location: PageLocation): void {
    this.#positions[location.key] = this.#position;
  }

  /** Scrolls to where the visitor was at this place, else to its fragment, else to the top. */
  restore(location: PageLocation): void {
    const position = this.#positions[location.key];
    if (position !== undefined) scrollTo(0, position);
    else if (!scrollToFragment(location.hash)) scrollTo(0, 0);
    this.#position = scrollY;
  }
}

/** The key of a history entry, from its state; undefined: none of ours. */
export const keyOf = (state: unknown): string | undefined =>
  typeof state === 'object' && state !== null && 'key' in state && typeof state.key === 'string'
    ? state.key
    : undefined;

function scrollToFragment(hash: string): boolean {
  if (hash.length < 2) return false;
  let id = hash.slice(1);
  try {
    id = decodeURIComponent(id);
  } catch {
    // An id may contain a percent sign.
  }
  const target = document.getElementById(id);
  target?.scrollIntoView();
  return target !== null;
}

function readStored(): Record<string, number> {
  try {
    return JSON.parse(session.read(STORAGE_KEY) ?? '{}');
  } catch {
    return {};
  }
}
