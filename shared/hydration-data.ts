import { ContentError } from './content-error.ts';
import { blocksOf } from './deferred.ts';
import type { RootData } from './document/root.ts';
import type { ShownPage } from './shown-page.ts';

/*
 * The format in which a page's data crosses from server to browser: JSON in script elements (see
 * docs/decisions/0003-hydration-data.md). The element of the page names the blocks, and each block has an element of its own.
 * Numbers replace long texts that the markup contains.
 */

/** The ids of the script elements. */
export const HYDRATION_DATA_ID = 'state';
export const blockElementId = (name: string) => `block-${name}`;

interface HydrationData {
  root: RootData;
  /** The page's data, without its blocks. */
  page: object;
  /** The names of the page's blocks. */
  blocks: string[];
  /** The status of the failure, if the page's loader failed. */
  failed?: number;
}

/** A page's hydration data before rendering, when it is not known yet which texts the markup contains. `json` has all texts. */
export interface PageHydrationData {
  data: HydrationData;
  json: string;
}

type Replacer = (key: string, value: unknown) => unknown;

/** JSON for a script element: it contains neither `</script>` nor `<!--`. */
export const scriptJson = (value: unknown, replacer?: Replacer): string =>
  JSON.stringify(value, replacer).replaceAll('<', '\\u003c');

export function createHydrationData({
  root,
  data: pageData,
  error,
}: Pick<ShownPage, 'root' | 'data' | 'error'>): PageHydrationData {
  const blocks = blocksOf(pageData).map(([name]) => name);
  const data: HydrationData = {
    // JSON.stringify leaves out undefined properties.
    root: { ...root, brand: undefined },
    page: { ...pageData, ...Object.fromEntries(blocks.map((name) => [name, undefined])) },
    blocks,
    failed: error === undefined ? undefined : error instanceof ContentError ? error.status : 500,
  };
  return { data, json: scriptJson(data) };
}

/** In JSON with text numbers `@7` stands for text 7. Any other string that begins with @ has an additional @ in front. */
const MARK = '@';
/** The property that marks JSON with text numbers. */
const NUMBERED = 'numbered';

/** The JSON in which numbers replace the texts of the markup. @param numbers by text */
export function jsonWithTextNumbers({ data }: PageHydrationData, numbers: ReadonlyMap<string, number>): string {
  return scriptJson({ [NUMBERED]: true, ...data }, (_, value) => {
    if (typeof value !== 'string') return value;
    const number = numbers.get(value);
    if (number !== undefined) return MARK + number;
    return value.startsWith(MARK) ? MARK + value : value;
  });
}

/** @param textOf reads the text with this number from the markup */
export function parseHydrationData(json: string, textOf: (number: string) => string): HydrationData {
  // Not validated: the same release of the server has written it into this page.
  const parsed: HydrationData & { [NUMBERED]?: true } = JSON.parse(json);
  if (!parsed[NUMBERED]) return parsed;
  return JSON.parse(json, (_, value: unknown) => {
    if (typeof value !== 'string' || !value.startsWith(MARK)) return value;
    return value.startsWith(MARK, MARK.length) ? value.slice(MARK.length) : textOf(value.slice(MARK.length));
  });
}
