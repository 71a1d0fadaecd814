import { ContentError, derived, isDerived } from '@foyer/model';
import { type BlockResult, blocksOf } from './deferred.ts';
import type { RootData } from './document/root.ts';
import type { ShownPage } from './shown-page.ts';

/*
 * The format in which a page's data crosses from server to browser: JSON in script elements (see
 * docs/decisions/0001-responses-and-their-data.md). The element of the page names the blocks, and each block has an element of its own.
 * Numbers replace long texts that the markup contains.
 */

/** The ids of the script elements. */
export const HYDRATION_DATA_ID = 'state';
export const blockElementId = (name: string) => `block-${name}`;

export interface HydrationData {
  root: RootData;
  /** The page's data, without its blocks. */
  page: object;
  /** The names of the page's blocks. */
  blocks: string[];
  /** The status of the failure, if the page's loader failed. */
  failed?: number;
  /** Of an exported page: its address on the server. A host may send its file for other addresses too. */
  address?: string;
}

/** JSON for a script element: it contains neither `</script>` nor `<!--`. */
export const scriptJson = (value: unknown): string => escapeMarkup(JSON.stringify(value));

const escapeMarkup = (json: string): string => json.replaceAll('<', '\\u003c');

const jsonOfObject = derived<object, string>(scriptJson);
/** JSON. That of what is derived from answers, the site and the blocks of the home page, is escaped already, and written once. */
const partJson = (value: unknown): string => (isDerived(value) ? jsonOfObject(value) : JSON.stringify(value));

/** The JSON of an object, of which parts are derived and the others are made for one page. */
function jsonOfParts(value: object, jsonOf = partJson): string {
  let json = '';
  for (const [name, part] of Object.entries(value)) {
    if (part !== undefined) json += `${json === '' ? '' : ','}${JSON.stringify(name)}:${jsonOf(part)}`;
  }
  return `{${json}}`;
}

/** The JSON of a block's result. */
export const blockJson = (result: BlockResult<unknown>): string => escapeMarkup(jsonOfParts(result));

/** The JSON of a page's data, of which only what is derived is escaped. */
const partlyEscapedJson = (data: HydrationData): string =>
  jsonOfParts(data, (value) => (value === data.root ? jsonOfParts(data.root) : JSON.stringify(value)));

/** The JSON of a page's data. */
export const hydrationJson = (data: HydrationData): string => escapeMarkup(partlyEscapedJson(data));

export function createHydrationData({ root, data: pageData, error, location }: Omit<ShownPage, 'page'>): HydrationData {
  const blocks = blocksOf(pageData).map(([name]) => name);
  return {
    // JSON.stringify leaves out undefined properties.
    root: { ...root, brand: undefined },
    page: { ...pageData, ...Object.fromEntries(blocks.map((name) => [name, undefined])) },
    blocks,
    failed: error === undefined ? undefined : error instanceof ContentError ? error.status : 500,
    address: root.exported && location.pathname + location.search,
  };
}

/** In JSON with text numbers `@7` stands for text 7. Any other string that begins with @ has an additional @ in front. */
const MARK = '@';
/** The property that marks JSON with text numbers. */
const NUMBERED = 'numbered';

/** The JSON in which numbers replace the texts of the markup. @param numbers by text */
export function jsonWithTextNumbers(data: HydrationData, numbers: ReadonlyMap<string, number>): string {
  const numbered = { [NUMBERED]: true, ...data };
  let json = partlyEscapedJson(numbered);
  if (json.includes(`"${MARK}`)) return scriptJson(withMarkedTexts(numbered, numbers));
  // A replacer function takes ten times as long as this.
  for (const [text, number] of numbers) json = replaceText(json, text, MARK + number);
  return escapeMarkup(json);
}

/** Replaces a string of JSON wherever it is a complete value: within another string its quotes are escaped. */
function replaceText(json: string, text: string, replacement: string): string {
  const literal = JSON.stringify(text);
  return json
    .split(literal)
    .reduce((before, after) => before + (before.endsWith('\\') ? literal : JSON.stringify(replacement)) + after);
}

function withMarkedTexts(data: object, numbers: ReadonlyMap<string, number>): unknown {
  return JSON.parse(JSON.stringify(data), (_, value: unknown) => {
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
