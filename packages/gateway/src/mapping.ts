import type { CallMapping, Mapping } from '@foyer/config';
import { type CallPath, callPaths, calls, listCallOf, type ScreenName, screenCall, screenNames } from '@foyer/model';
import { compile, type JSONValue, TreeInterpreter } from '@jmespath-community/jmespath';
import { callPathOf, DEFAULT_PER_PAGE } from './call.ts';
import { fieldsOfCall } from './call-fields.ts';
import { plainText } from './html-text.ts';

/** The call of the items of a list that another call contains. */
const ELEMENTS: Partial<Record<CallPath, Readonly<Record<string, CallPath>>>> = {
  home: { sliders: 'sliders', blogs: 'blogs' },
};

/** The call without which a screen has nothing: of its list or its text. Items with a slug have no list that is a page. */
function pathOf(screen: ScreenName): CallPath {
  const name = screenCall(screen);
  const path = callPaths.find((known) => known === `${name}/{slug}`) ?? callPaths.find((known) => known === name);
  if (!path) throw new Error(`no call for the screen ${screen}`);
  return path;
}

type Fields = Record<string, unknown>;
const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What mapping.yaml says of each call. */
export class AnswerMapping {
  readonly #mapping: Mapping;

  constructor(mapping: Mapping = {}) {
    this.#mapping = mapping;
  }

  /** The contract's `data` in a body; undefined if the mapping does not say where it is, or it is not there. */
  dataIn(path: CallPath, body: unknown): unknown {
    const { data = this.#mapping.data } = this.#of(path);
    return data === undefined ? undefined : (evaluate(data, body) ?? undefined);
  }

  /** The list or the item in `data`; undefined if the mapping does not say where it is. */
  contentIn(path: CallPath, data: unknown): { at: string; content: unknown } | undefined {
    const { content } = this.#of(path);
    return content === undefined ? undefined : { at: content, content: evaluate(content, data) };
  }

  /** An element of the call's list, or its item, with the contract's fields. */
  item(path: CallPath, item: unknown): unknown {
    if (!isFields(item)) return item;
    const { fields = {}, values = {} } = this.#withItems(path);
    const texts = textsOf(path);
    const mapped: Fields = { ...item };
    for (const [field, source] of Object.entries(fields)) {
      const value = compact(evaluate(source, item));
      if (value !== null) mapped[field] = typeof value === 'string' && texts.has(field) ? asPlainText(value) : value;
    }
    for (const [field, table] of Object.entries(values)) {
      const key = String(mapped[field]);
      if (Object.hasOwn(table, key)) mapped[field] = table[key];
    }
    return mapped;
  }

  /** The lists of a call whose items are of other calls. */
  elementsOf(path: CallPath): Readonly<Record<string, CallPath>> {
    return ELEMENTS[path] ?? {};
  }

  /** The forms of dates of a call, beside ISO 8601. */
  dates(path: CallPath): readonly string[] {
    return this.#withItems(path).dates ?? this.#mapping.dates ?? [];
  }

  /**
   * The API's own path and query of a call; undefined if it has no such call.
   * @param address ours, without the edition: `blogs?page=2`; with several paths `reports?part=2&page=2`
   */
  readonly addressOf = (address: string): string | undefined => {
    const [own = '', query = ''] = address.split('?', 2);
    const [, name = ''] = own.split('/');
    const path = callPathOf(own);
    if (!path) return address;
    const mapping = this.#mapping.calls?.[path];
    if (mapping === 'none') return undefined;
    const asked = new URLSearchParams(query);
    const part = Number(asked.get(PART) ?? 1);
    asked.delete(PART);
    const target = pathsOf(mapping)[part - 1]?.replaceAll(/\{(?:id|slug)\}/g, name) ?? own;
    const names = { ...this.#mapping.parameters, ...mapping?.parameters };
    const [base, fixed] = target.split('?', 2);
    const search = new URLSearchParams(fixed);
    for (const [parameter, value] of asked) {
      const theirs = Object.hasOwn(names, parameter) ? names[parameter] : parameter;
      if (typeof theirs === 'string') search.append(theirs, value);
    }
    // Who names the parameter has an API with another page size of its own.
    const { per_page } = names;
    const list = listCallOf(path);
    if (list && !list.unpaged && typeof per_page === 'string' && !search.has(per_page))
      search.append(per_page, String(DEFAULT_PER_PAGE));
    return search.size > 0 ? `${base}?${search}` : `${base}`;
  };

  /** The screens that the site does without, because the API does not have their call; as the call `site` says it. */
  get absentScreens(): { screen: ScreenName; off: true }[] {
    // A calendar has dates of other calls as well.
    const absent = screenNames.filter(
      (screen) => screen !== 'calendar' && this.#mapping.calls?.[pathOf(screen)] === 'none',
    );
    return absent.map((screen) => ({ screen, off: true }));
  }

  /** How many paths a call has. */
  readonly partsOf = (path: CallPath): number => Math.max(1, pathsOf(this.#of(path)).length);

  #of(path: CallPath): CallMapping {
    const mapping = this.#mapping.calls?.[path];
    return mapping === undefined || mapping === 'none' ? {} : mapping;
  }

  /** The call of an item has the fields of its list's. */
  #withItems(path: CallPath): CallMapping {
    const [list = ''] = path.split('/');
    const isItem = path.includes('{') || calls[path].itemId !== undefined;
    const ofList = callPaths.find((known) => known === (calls[path].itemId === undefined ? list : 'page'));
    if (!isItem || !ofList) return this.#of(path);
    const { fields, values, dates } = this.#of(ofList);
    const own = this.#of(path);
    return { fields, values, dates, ...own };
  }
}

/** In an address of ours, the number of a path; no call of the contract has such a parameter. */
const PART = 'part';

/** The address of a call with one of its paths. */
export const addressWithPart = (address: string, part: number): string =>
  part === 1 ? address : `${address}${address.includes('?') ? '&' : '?'}${PART}=${part}`;

const pathsOf = ({ path }: CallMapping = {}): readonly string[] =>
  path === undefined ? [] : typeof path === 'string' ? [path] : path;

/** The fields of a call's items that are plain text. */
function textsOf(path: CallPath): ReadonlySet<string> {
  const known = textFields.get(path);
  if (known) return known;
  const texts = new Set(fieldsOfCall(path).fields.flatMap(({ name, form }) => (form === 'text' ? [name] : [])));
  textFields.set(path, texts);
  return texts;
}
const textFields = new Map<CallPath, ReadonlySet<string>>();

/** Characters of a text that is parsed as HTML. No plain text may be longer. */
const MAX_HTML_CHARACTERS = 10_000;
const HTML = /&(?:#\d+|#x[\da-f]+|[a-z][a-z\d]*);|^\s*<[a-z][^>]*>/i;

/** The text of what a CMS has as HTML, as WordPress has its titles. */
const asPlainText = (value: string): string =>
  HTML.test(value) && value.length <= MAX_HTML_CHARACTERS ? plainText(value) : value;

/** Compiled expressions: a mapping has some dozens. */
const compiled = new Map<string, ReturnType<typeof compile>>();

/** The value of an expression; null where there is none, or where a function of it does not accept the value. */
export function evaluate(source: string, value: unknown): unknown {
  let node = compiled.get(source);
  if (!node) {
    node = compile(source);
    compiled.set(source, node);
  }
  try {
    // The value is from JSON.parse.
    return TreeInterpreter.search(node, value as JSONValue);
  } catch {
    return null;
  }
}

/** Without the members that are null: of a value made of several fields, those that the item does not have. */
function compact(value: unknown): unknown {
  if (Array.isArray(value)) {
    const elements = value.map(compact).filter((element) => element !== null);
    return elements.length === 0 && value.length > 0 ? null : elements;
  }
  if (!isFields(value)) return value ?? null;
  const members = Object.entries(value).map(([name, member]): [string, unknown] => [name, compact(member)]);
  const present = members.filter(([, member]) => member !== null);
  return present.length > 0 ? Object.fromEntries(present) : null;
}
