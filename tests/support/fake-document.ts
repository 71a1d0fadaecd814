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
  const { href, origin, pathname, search } = new URL(address);
  const location = { href, origin, pathname, search, reload: vi.fn(), assign: vi.fn() };
  const document = {
    addEventListener(type: string, listener: Listener, { signal }: { signal?: AbortSignal } = {}) {
      const all = listeners.get(type) ?? new Set();
      listeners.set(type, all.add(listener));
      signal?.addEventListener('abort', () => all.delete(listener));
    },
    getElementById: () => null,
    documentElement: { dataset: {} as Record<string, string> },
  };
  const session = new Map<string, string>();
  const globals = {
    Element: FakeElement,
    location,
    document,
    matchMedia: () => ({ matches: false }),
    navigator: {},
    sessionStorage: {
      getItem: (key: string) => session.get(key) ?? null,
      setItem: (key: string, value: string) => session.set(key, value),
    },
  };
  for (const [name, value] of Object.entries(globals)) vi.stubGlobal(name, value);
  return {
    location,
    document,
    session,
    dispatch(type: string, event: object) {
      for (const listener of listeners.get(type) ?? []) listener(event);
    },
  };
}
