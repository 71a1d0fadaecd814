import { createContext, useContext } from 'react';
import { ContentError } from './content-error.ts';
import { blocksOf, type Deferred, type Settled } from './page.ts';

/*
 * How data crosses from server to browser. The server writes what the loaders gave into one island behind the page's
 * frame, with a marker in the place of each block; each block writes its own data beside its markup, when it is there.
 * In the browser a marker becomes a Deferred that looks for its block's island, which is there when React hydrates that
 * block; a block that React has to render anew, because the server could not, is loaded. Long texts of editors are in the
 * markup already: the island has their numbers.
 */

/** The addresses of the entry files; the same on both sides, or React would insert them a second time. */
export interface Assets {
  script: string;
  style: string;
}

/** What the loaders of a page gave, by route. */
export interface RouteData {
  loaderData: Record<string, unknown>;
  errors?: Record<string, unknown> | null;
}

interface Hydrating {
  assets: Assets;
  /** The island's text on the server; empty in the browser, which has read it by then; none on a page that stays as it is. */
  state?: string;
  /** On the server, where a visitor without scripts finds the page in one piece. */
  refresh?: string;
}

export const Hydration = createContext<Hydrating>({ assets: { script: '', style: '' } });

const STATE_ID = 'state';
const blockId = (name: string) => `block-${name}`;
const DEFERRED = { deferred: true };

/** JSON that can stand in a script element: no `</script>`, no `<!--`. */
export const serialise = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c');

export function writeState(assets: Assets, { loaderData, errors }: RouteData): string {
  const routes = Object.entries(loaderData).map(([route, data]) => [route, withMarkers(data)]);
  const failed = Object.entries(errors ?? {}).map(([route, error]) => [
    route,
    error instanceof ContentError ? error.status : 500,
  ]);
  return serialise({ assets, routes: Object.fromEntries(routes), failed: Object.fromEntries(failed) });
}

function withMarkers(data: unknown): unknown {
  if (typeof data !== 'object' || data === null) return data;
  return { ...data, ...Object.fromEntries(blocksOf(data).map(([name]) => [name, DEFERRED])) };
}

/** A shorter text is not worth its number. */
const LONG = 200;
/** The long texts that a page shows, in the order of rendering: the browser takes them from there. */
const shownTexts = new WeakMap<Hydrating, string[]>();

/** The number of a text in the page's markup, by which the island names it; none in the browser, which leaves the server's. */
export function useTextNumber(html: string): number | undefined {
  const page = useContext(Hydration);
  if (typeof document !== 'undefined' || html.length < LONG) return undefined;
  const texts = shownTexts.get(page) ?? [];
  shownTexts.set(page, texts);
  return texts.includes(html) ? texts.indexOf(html) : texts.push(html) - 1;
}

const withoutTexts = (state: string, texts: string[] = []): string =>
  texts.reduce((rest, html, number) => rest.replaceAll(serialise(html), `{"shown":${number}}`), state);

/** A text in the place of its number. */
function withText(_: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('shown' in value)) return value;
  return document.querySelector(`[data-text="${value.shown}"]`)?.innerHTML ?? '';
}

// React hoists an async script above what stands before it, and the entry would run before its data is there; with an
// error handler it stays in place. The server writes no handler.
const STAY_IN_PLACE = () => {};

/** The data and the entry that takes it up, in this order; behind the page's frame, of which React would otherwise meet a part. */
export function Entry() {
  const page = useContext(Hydration);
  const { assets, state } = page;
  if (state === undefined) return null;
  return (
    <>
      <script
        type="application/json"
        id={STATE_ID}
        suppressHydrationWarning
        dangerouslySetInnerHTML={{ __html: withoutTexts(state, shownTexts.get(page)) }}
      />
      <script type="module" async src={assets.script} onError={STAY_IN_PLACE} />
    </>
  );
}

/** Stands in a block's boundary, beside its markup. */
export function BlockIsland({ name, value }: { name: string; value: Settled<unknown> }) {
  const html = typeof document === 'undefined' ? serialise(value) : '';
  return (
    <script
      type="application/json"
      id={blockId(name)}
      // In the browser it is empty or still the server's: neither matters once the block is there.
      suppressHydrationWarning
      dangerouslySetInnerHTML={{ __html: html }}
    />
  );
}

interface State {
  assets: Assets;
  routes: Record<string, Record<string, unknown> | null>;
  failed: Record<string, number>;
}

/**
 * What the server wrote, in the browser.
 * @param reload loads a route's data anew, for the blocks that the server could not render
 */
export function readState(reload: (route: string) => Promise<object>): { assets: Assets } & RouteData {
  keepStreamed();
  // Our own server wrote it into this very page: the one reader of what writeState writes.
  const { assets, routes, failed } = JSON.parse(
    document.getElementById(STATE_ID)?.textContent ?? '',
    withText,
  ) as State;
  const errors = Object.entries(failed).map(([route, status]) => [route, new ContentError(status, 'not there')]);
  return {
    assets,
    loaderData: Object.fromEntries(Object.entries(routes).map(([route, data]) => [route, revive(route, data, reload)])),
    errors: errors.length > 0 ? Object.fromEntries(errors) : null,
  };
}

function revive(route: string, data: State['routes'][string], reload: (route: string) => Promise<object>): unknown {
  if (data === null) return null;
  let reloaded: Promise<object> | undefined;
  const revived = Object.entries(data).map(([name, value]) => {
    if (typeof value !== 'object' || value === null || !('deferred' in value)) return [name, value];
    const load = async (): Promise<Settled<unknown>> => {
      const sent = await islandAtEnd(name);
      if (sent) return sent;
      reloaded ??= reload(route);
      const block = blocksOf(await reloaded).find(([candidate]) => candidate === name);
      return block ? block[1].promise : { ok: false };
    };
    return [name, new IslandBlock(name, load)];
  });
  return Object.fromEntries(revived);
}

/** The islands that came while React was at work, kept here: it drops those of blocks that it has given up meanwhile. */
const streamed = new Map<string, Element>();

function keepStreamed(): void {
  if (document.readyState !== 'loading') return;
  const observer = new MutationObserver((records) => {
    for (const node of records.flatMap(({ addedNodes }) => [...addedNodes])) {
      if (!(node instanceof Element)) continue;
      for (const island of [node, ...node.querySelectorAll('script')]) {
        if (island.id.startsWith(blockId('')) && !streamed.has(island.id)) streamed.set(island.id, island);
      }
    }
  });
  observer.observe(document, { childList: true, subtree: true });
  document.addEventListener('DOMContentLoaded', () => observer.disconnect(), { once: true });
}

function readIsland(name: string): Settled<unknown> | undefined {
  const id = blockId(name);
  const text = document.getElementById(id)?.textContent || streamed.get(id)?.textContent;
  try {
    return text ? (JSON.parse(text) as Settled<unknown>) : undefined;
  } catch (error) {
    // While the page is on its way, it may be there in part.
    if (document.readyState === 'loading') return undefined;
    throw error;
  }
}

/** A block that React renders anew while the page is still on its way, since something around it changed, is on its way too. */
async function islandAtEnd(name: string): Promise<Settled<unknown> | undefined> {
  if (document.readyState === 'loading') {
    await new Promise((resolve) => document.addEventListener('DOMContentLoaded', resolve, { once: true }));
  }
  return readIsland(name);
}

class IslandBlock implements Deferred<unknown> {
  #settled: Settled<unknown> | undefined;
  #promise: Promise<Settled<unknown>> | undefined;
  constructor(
    readonly name: string,
    readonly load: () => Promise<Settled<unknown>>,
  ) {}
  get settled() {
    this.#settled ??= readIsland(this.name);
    return this.#settled;
  }
  get promise() {
    this.#promise ??= this.load().catch(() => ({ ok: false }));
    return this.#promise;
  }
}
