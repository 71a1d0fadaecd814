import { createContext, useContext } from 'react';
import { type Assets, blockId, type Island, numberedJson, STATE_ID, serialise } from './island.ts';
import type { Settled } from './page.ts';

/*
 * How data crosses from server to browser. The server writes what the loaders gave into one island behind the page's
 * frame, with the names of the blocks; each block writes its own data beside its markup, when it is there. Long texts of
 * editors are in the markup already: the island has their numbers. island.ts has the format, client/page-data.ts reads it.
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
