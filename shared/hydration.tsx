import { createContext, useContext } from 'react';
import { ContentError } from './content-error.ts';
import { type Assets, type Island, numberedJson, parseState, type RouteData, serialise } from './island.ts';
import { blocksOf, type Deferred, type Settled } from './page.ts';

/*
 * How data crosses from server to browser. The server writes what the loaders gave into one island behind the page's
 * frame, with the names of the blocks; each block writes its own data beside its markup, when it is there. In the browser a
 * name becomes a Deferred that looks for its block's island, which is there when React hydrates that block; a block that
 * React has to render anew, because the server could not, is loaded. Long texts of editors are in the markup already: the
 * island has their numbers. Its format is in island.ts.
 */

interface Hydrating {
  assets: Assets;
  /** On the server; null in the browser, which has read it by then; undefined on a page that is not hydrated. */
  island?: Island | null;
  /** On the server, where a visitor without scripts finds the page in one piece. */
  refresh?: string;
  /** In the browser, whether the page has been hydrated. Until then an error view may not replace what the server sent. */
  isHydrated?: () => boolean;
}

export const Hydration = createContext<Hydrating>({ assets: { script: '', style: '' } });

const STATE_ID = 'state';
const blockId = (name: string) => `block-${name}`;

/** A shorter text is not worth its number. */
const LONG = 200;
/** The HTML parser drops a newline at the beginning of a `pre`: such a text loses one more each time that it is read back and written. */
const BEGINS_WITH_NEWLINE = /<pre(?:"[^"]*"|[^">])*>\n/;
/** The long texts that a page shows, numbered in the order of rendering: the browser takes them from the markup. */
const shownTexts = new WeakMap<Hydrating, Map<string, number>>();

/** The number of a text in the page's markup, by which the island names it; none in the browser, which leaves the server's. */
export function useTextNumber(html: string): number | undefined {
  const page = useContext(Hydration);
  if (typeof document !== 'undefined' || html.length < LONG || BEGINS_WITH_NEWLINE.test(html)) return undefined;
  const numbers = shownTexts.get(page) ?? new Map<string, number>();
  shownTexts.set(page, numbers);
  const number = numbers.get(html) ?? numbers.size;
  numbers.set(html, number);
  return number;
}

/** A text as the markup shows it. One that was removed from there is nowhere else: the page then stays as the server sent it. */
function shownText(number: string): string {
  const element = document.querySelector(`[data-text="${number}"]`);
  if (!element) throw new Error(`text ${number} is not in the page`);
  return element.innerHTML;
}

// React hoists an async script above what stands before it, and the entry would run before its data is there; with an
// error handler it stays in place. The server writes no handler.
const STAY_IN_PLACE = () => {};

/** The data and the entry that takes it up, in this order; behind the page's frame, of which React would otherwise meet a part. */
export function Entry() {
  const page = useContext(Hydration);
  const { assets, island } = page;
  if (island === undefined) return null;
  const numbers = shownTexts.get(page);
  const json = island && numbers ? numberedJson(island, numbers) : (island?.json ?? '');
  return (
    <>
      <script
        type="application/json"
        id={STATE_ID}
        suppressHydrationWarning
        dangerouslySetInnerHTML={{ __html: json }}
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

/**
 * What the server wrote, in the browser.
 * @param reload loads a route's data anew, for the blocks that the server could not render
 */
export function readState(reload: (route: string) => Promise<object>): { assets: Assets } & RouteData {
  keepStreamed();
  const json = document.getElementById(STATE_ID)?.textContent;
  if (!json) throw new Error('the page has no island');
  const { assets, routes, blocks, failed } = parseState(json, shownText);
  const errors = Object.entries(failed).map(([route, status]) => [route, new ContentError(status, 'not there')]);
  const data = Object.entries(routes).map(([route, rest]) => [
    route,
    { ...rest, ...deferred(blocks[route] ?? [], () => reload(route)) },
  ]);
  return {
    assets,
    loaderData: Object.fromEntries(data),
    errors: errors.length > 0 ? Object.fromEntries(errors) : null,
  };
}

function deferred(names: string[], reload: () => Promise<object>): Record<string, Deferred<unknown>> {
  let reloaded: Promise<object> | undefined;
  const load = async (name: string): Promise<Settled<unknown>> => {
    const sent = await islandAtEnd(name);
    if (sent) return sent;
    reloaded ??= reload();
    const block = blocksOf(await reloaded).find(([candidate]) => candidate === name);
    return block ? block[1].promise : { ok: false };
  };
  return Object.fromEntries(names.map((name) => [name, new IslandBlock(name, () => load(name))]));
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
  } catch {
    // A part of it: the page is still on its way, or its connection broke. Then the block is loaded anew.
    return undefined;
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
