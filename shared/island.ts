import { ContentError } from './content-error.ts';
import { blocksOf } from './page.ts';

/*
 * The format of the island that carries a page's data from server to browser: JSON in a script element. Blocks are named
 * in it and bring their data in islands of their own; long texts that the markup shows are replaced by their numbers.
 */

/** The ids of the islands' elements. */
export const STATE_ID = 'state';
export const blockId = (name: string) => `block-${name}`;

/** The addresses of the entry files; the same on both sides, or React would insert them a second time. */
export interface Assets {
  script: string;
  style: string;
}

/** What the loaders of a page gave, by route. */
export interface RouteData {
  loaderData: Record<string, object>;
  errors?: Record<string, unknown> | null;
}

interface State {
  assets: Assets;
  /** The data of each route, without its blocks. */
  routes: Record<string, object>;
  /** The names of each route's blocks. */
  blocks: Record<string, string[]>;
  /** The statuses of the routes that failed. */
  failed: Record<string, number>;
}

/** A page's island before it is known which texts the markup shows: as values, and as JSON with all texts. */
export interface Island {
  state: State;
  json: string;
}

type Replacer = (key: string, value: unknown) => unknown;

/** JSON that can stand in a script element: no `</script>`, no `<!--`. */
export const serialise = (value: unknown, replacer?: Replacer): string =>
  JSON.stringify(value, replacer).replaceAll('<', '\\u003c');

export function writeState(assets: Assets, { loaderData, errors }: RouteData): Island {
  const state: State = { assets, routes: {}, blocks: {}, failed: {} };
  for (const [route, data] of Object.entries(loaderData)) {
    const names = blocksOf(data).map(([name]) => name);
    // JSON leaves out what is undefined.
    state.routes[route] = { ...data, ...Object.fromEntries(names.map((name) => [name, undefined])) };
    state.blocks[route] = names;
  }
  for (const [route, error] of Object.entries(errors ?? {}))
    state.failed[route] = error instanceof ContentError ? error.status : 500;
  return { state, json: serialise(state) };
}

/** In JSON with numbers, `@7` stands for text 7; any other string that begins with @ has one more @ in front. */
const MARK = '@';
/** The key by which the reader recognises JSON with numbers. */
const NUMBERED = 'numbered';

/** The JSON of an island whose long texts are shown by the markup under these numbers. */
export function numberedJson({ state }: Island, numbers: ReadonlyMap<string, number>): string {
  return serialise({ [NUMBERED]: true, ...state }, (_, value) => {
    if (typeof value !== 'string') return value;
    const number = numbers.get(value);
    if (number !== undefined) return MARK + number;
    return value.startsWith(MARK) ? MARK + value : value;
  });
}

/** @param textOf reads a text from the markup by its number */
export function parseState(json: string, textOf: (number: string) => string): State {
  // Our own server wrote it into this very page: the one reader of what writeState writes.
  const parsed: State & { [NUMBERED]?: true } = JSON.parse(json);
  if (!parsed[NUMBERED]) return parsed;
  return JSON.parse(json, (_, value: unknown) => {
    if (typeof value !== 'string' || !value.startsWith(MARK)) return value;
    return value.startsWith(MARK, MARK.length) ? value.slice(MARK.length) : textOf(value.slice(MARK.length));
  });
}
