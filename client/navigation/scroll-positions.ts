import type { PageLocation } from '../../shared/shown-page.ts';
import { session } from '../../shared/storage.ts';

/* Where the visitor was on the pages of the browser's history. The browser's own restoration would come before a page's data. */

const STORAGE_KEY = 'scroll-positions';

/** Names a history entry. Jumps within a page have entries without a key: their fragment tells them apart. */
export const entryKey = ({ key, hash }: PageLocation) => (key === FIRST_KEY ? key + hash : key);

/** The key of a history entry that no navigation of ours has added. */
export const FIRST_KEY = 'default';

export class ScrollPositions {
  readonly #positions: Record<string, number>;

  constructor() {
    this.#positions = readStored();
  }

  /** Takes the restoration over from the browser as long as the page is open. @param current the place that is shown; undefined while its page may be replaced by a placeholder */
  follow(current: () => PageLocation | undefined, signal: AbortSignal): void {
    history.scrollRestoration = 'manual';
    const onLeave = () => {
      const location = current();
      if (location) this.save(location);
      session.write(STORAGE_KEY, JSON.stringify(this.#positions));
      // The browser restores the position when it loads the page again.
      history.scrollRestoration = 'auto';
    };
    const onReturn = () => {
      history.scrollRestoration = 'manual';
    };
    addEventListener('pagehide', onLeave, { signal });
    addEventListener('pageshow', onReturn, { signal });
  }

  save(location: PageLocation): void {
    this.#positions[entryKey(location)] = scrollY;
  }

  /** Scrolls to where the visitor was at this place, else to its fragment, else to the top. */
  restore(location: PageLocation): void {
    const position = this.#positions[entryKey(location)];
    if (position !== undefined) scrollTo(0, position);
    else if (!scrollToFragment(location.hash)) scrollTo(0, 0);
  }
}

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
