import { createContext, useContext } from 'react';
import type { BlockResult } from './deferred.ts';
import {
  blockElementId,
  blockJson,
  HYDRATION_DATA_ID,
  type HydrationData,
  hydrationJson,
  jsonWithTextNumbers,
} from './hydration-data.ts';

/*
 * Writes the hydration data. The loaders' data is one element behind the page's frame; each block writes its own data beside
 * its markup when it arrives. hydration-data.ts defines the format, client/read-hydration-data.ts reads it.
 */

/** What makes the browser hydrate the page. */
export interface PageScripts {
  data: HydrationData;
  /** The text of the inline script (client/start-scripts.ts). */
  start: string;
  /** Addresses of the scripts that it loads, the entry first. */
  modules: string[];
}

/** The text of a style element. With `precedence` and `href` React keeps the element, also if it renders the document anew. */
export interface InlineStyle {
  /** `frame`: the styles of every page, with their version as `href`. `screen`: those of the page's screen, with its name, or that of the lean ones. */
  precedence: 'frame' | 'screen';
  href: string;
  css: string;
}

/** The name of a screen's styles without those of what it imports on demand. */
export const leanOf = (screen: string): string => `${screen}-lean`;

interface HydrationValue {
  /** Server only. The browser keeps the server's elements. */
  styles?: InlineStyle[];
  /** Null in the browser, which keeps the server's elements. Undefined: the page is not hydrated. */
  scripts?: PageScripts | null;
  /** Server only, for a streamed page: the address of its buffered form, for visitors without scripts. */
  bufferedAddress?: string;
  /** Browser only: whether hydration is complete. Before that no error view may replace the server's HTML. */
  isHydrated?: () => boolean;
}

export const Hydration = createContext<HydrationValue>({});

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

/** The data and then the inline script, which loads the others. Both follow the page's frame: the entry would otherwise hydrate an incomplete frame. */
export function HydrationScripts() {
  const page = useContext(Hydration);
  const { scripts, bufferedAddress } = page;
  if (scripts === undefined) return null;
  const { data, start = '', modules } = scripts ?? {};
  const numbers = textNumbers.get(page);
  const json = data === undefined ? '' : numbers ? jsonWithTextNumbers(data, numbers) : hydrationJson(data);
  return (
    <>
      <script
        type="application/json"
        id={HYDRATION_DATA_ID}
        suppressHydrationWarning
        dangerouslySetInnerHTML={{ __html: json }}
      />
      <script
        data-modules={modules?.join(' ')}
        data-streamed={bufferedAddress && true}
        suppressHydrationWarning
        dangerouslySetInnerHTML={{ __html: start }}
      />
    </>
  );
}

/** A block's data, inside its Suspense boundary. */
export function BlockData({ name, result }: { name: string; result: BlockResult<unknown> }) {
  const html = typeof document === 'undefined' ? blockJson(result) : '';
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
