import { createContext, useContext } from 'react';
import type { BlockResult } from './deferred.ts';
import {
  type Assets,
  blockElementId,
  HYDRATION_DATA_ID,
  jsonWithTextNumbers,
  type PageHydrationData,
  scriptJson,
} from './hydration-data.ts';

/*
 * Writes the hydration data. The loaders' data is one element behind the page's frame; each block writes its own data beside
 * its markup when it arrives. hydration-data.ts defines the format, client/read-hydration-data.ts reads it.
 */

interface HydrationValue {
  assets: Assets;
  /** Server only. Null in the browser, which has read it before. Undefined: the page is not hydrated. */
  data?: PageHydrationData | null;
  /** Server only, for a streamed page: the address of its buffered form, for visitors without scripts. */
  bufferedAddress?: string;
  /** Browser only: whether hydration is complete. Before that no error view may replace the server's HTML. */
  isHydrated?: () => boolean;
}

export const Hydration = createContext<HydrationValue>({ assets: { script: '', style: '' } });

/** A shorter text is not replaced by a number: it would save little. */
const MIN_NUMBERED_LENGTH = 200;
/** The HTML parser drops a newline at the start of a `pre`, so the browser would read such a text without it. */
const BEGINS_WITH_NEWLINE = /<pre(?:"[^"]*"|[^">])*>\n/;
/** The numbers of the long texts in a page's markup, in the order of rendering. */
const textNumbers = new WeakMap<HydrationValue, Map<string, number>>();

/** The number of a text in the page's markup, which replaces the text in the hydration data. Undefined in the browser, where React leaves the server's attribute. */
export function useTextNumber(html: string): number | undefined {
  const page = useContext(Hydration);
  if (typeof document !== 'undefined' || html.length < MIN_NUMBERED_LENGTH || BEGINS_WITH_NEWLINE.test(html))
    return undefined;
  const numbers = textNumbers.get(page) ?? new Map<string, number>();
  textNumbers.set(page, numbers);
  const number = numbers.get(html) ?? numbers.size;
  numbers.set(html, number);
  return number;
}

// React moves an async script in front of the elements before it, so the entry would run before its data is there. A script
// with an error handler stays in place. The server's HTML has no handler.
const STAY_IN_PLACE = () => {};

/** The data and then the entry script. Both follow the page's frame: the entry would otherwise hydrate an incomplete frame. */
export function HydrationScripts() {
  const page = useContext(Hydration);
  const { assets, data } = page;
  if (data === undefined) return null;
  const numbers = textNumbers.get(page);
  const json = data && numbers ? jsonWithTextNumbers(data, numbers) : (data?.json ?? '');
  return (
    <>
      <script
        type="application/json"
        id={HYDRATION_DATA_ID}
        suppressHydrationWarning
        dangerouslySetInnerHTML={{ __html: json }}
      />
      <script type="module" async src={assets.script} onError={STAY_IN_PLACE} />
    </>
  );
}

/** A block's data, inside its Suspense boundary. */
export function BlockData({ name, result }: { name: string; result: BlockResult<unknown> }) {
  const html = typeof document === 'undefined' ? scriptJson(result) : '';
  return (
    <script
      type="application/json"
      id={blockElementId(name)}
      // The browser has the server's text or none. Nothing reads it after the block is rendered.
      suppressHydrationWarning
      dangerouslySetInnerHTML={{ __html: html }}
    />
  );
}
