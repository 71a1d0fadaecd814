import { vi } from 'vitest';

/* What the client's navigation reads of a browser, as plain objects. */

type Listener = (event: object) => void;

/** An element that events have as their target. */
export class FakeElement {
  readonly dataset: Record<string, string> = {};
  target = '';
  href = '';
  readonly #attributes: string[];

  constructor(attributes: { href?: string; target?: string; download?: string; 'data-reload'?: string } = {}) {
    this.#attributes = Object.keys(attributes);
    Object.assign(this, { href: attributes.href ?? '', target: attributes.target ?? '' });
    if ('data-reload' in attributes) this.dataset.reload = '';
  }

  /** Every event here is inside of an anchor, or not in one. */
  closest(): FakeElement | null {
    return this.href === '' ? null : this;
  }

  hasAttribute(name: string): boolean {
    return this.#attributes.includes(name);
  }
}

/** Replaces the browser's globals. `vi.unstubAllGlobals` ends it. @param address of the present page */
export function stubBrowser(address: string) {
  const listeners = new Map<string, Set<Listener>>();
  const addEventListener = (type: string, listener: Listener, { signal }: { signal?: AbortSignal } = {}) => {
    const all = listeners.get(type) ?? new Set();
    listeners.set(type, all.add(listener));
    signal?.addEventListener('abort', () => all.delete(listener));
  };
  const dispatch = (type: string, event: object) => {
    for (const listener of listeners.get(type) ?? []) listener(event);
  };
  const { href, origin, pathname, search, hash } = new URL(address);
  const location = { href, origin, pathname, search, hash, reload: vi.fn(), assign: vi.fn() };
  const history = new FakeHistory(location, () => dispatch('popstate', {}));
  const scrollTo = vi.fn();
  const document = {
    addEventListener,
    getElementById: vi.fn((_id: string): FakeElement | null => null),
    documentElement: { dataset: {} as Record<string, string> },
  };
  const session = new Map<string, string>();
  const globals = {
    Element: FakeElement,
    addEventListener,
    location,
    history,
    scrollTo,
    scrollY: 0,
    document,
    matchMedia: () => ({ matches: false }),
    navigator: { onLine: true },
    sessionStorage: {
      getItem: (key: string) => session.get(key) ?? null,
      setItem: (key: string, value: string) => session.set(key, value),
    },
  };
  for (const [name, value] of Object.entries(globals)) vi.stubGlobal(name, value);
  return {
    location,
    history,
    scrollTo,
    document,
    session,
    dispatch,
  };
}

interface HistoryEntry {
  state: unknown;
  /** Path, query and fragment. */
  address: string;
}

/** The browser's history of one document. */
class FakeHistory {
  scrollRestoration = 'auto';
  readonly entries: HistoryEntry[];
  #index = 0;
  readonly #location: { href: string };
  readonly #onTraversal: () => void;

  constructor(location: { href: string; pathname: string; search: string; hash: string }, onTraversal: () => void) {
    this.#location = location;
    this.#onTraversal = onTraversal;
    this.entries = [{ state: null, address: location.pathname + location.search + location.hash }];
  }

  get state(): unknown {
    return this.entries[this.#index]?.state;
  }

  pushState(state: unknown, _: string, address: string): void {
    this.#index += 1;
    this.entries.splice(this.#index, this.entries.length, { state, address });
    this.#follow();
  }

  replaceState(state: unknown, _: string, address = this.entries[this.#index]?.address ?? ''): void {
    this.entries[this.#index] = { state, address };
    this.#follow();
  }

  /** What a click on a link to a place on the page does. */
  jump(hash: string): void {
    const { pathname, search } = new URL(this.#location.href);
    this.pushState(null, '', pathname + search + hash);
    this.#onTraversal();
  }

  /** At once; a browser takes a moment. */
  go(steps: number): void {
    this.#index += steps;
    this.#follow();
    this.#onTraversal();
  }

  #follow(): void {
    const { href, pathname, search, hash } = new URL(this.entries[this.#index]?.address ?? '', this.#location.href);
    Object.assign(this.#location, { href, pathname, search, hash });
  }
}
