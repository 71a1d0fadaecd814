import { matchCall } from '../../../packages/gateway/src/call.ts';
import { type CallPath, calls } from '../../../packages/model/src/content-api.ts';
import { contentOf } from '../upstream.ts';

/* What the API of each form answers: the content of content.ts, call by call as the contract says. */

export type Fields = Record<string, unknown>;

/** An answer of the contract, before a form changes it. */
export interface Answer {
  call: CallPath;
  /** The contract's `data`. */
  data: Fields;
  /** The name of the content in `data`. Undefined: the call has several parts. */
  name?: string;
  /** The list, or the item; of a call with several parts all of `data`. */
  content: unknown;
  /** Only of a list: the items of the page. */
  items?: Fields[];
  page?: Page;
}

export interface Page {
  current: number;
  last: number;
  size: number;
  total: number;
}

/** The answer to a path of the contract; undefined: there is none. @param page of a list that the API pages */
export function answerOf(path: string, page?: { number: number; size: number }): Answer | undefined {
  const found = contentOf(path);
  if (!found) return undefined;
  const data = eachObject(eachText(found, toDay), toItem);
  const { path: call } = matchCall(`/${path}`);
  const [name, ...others] = Object.keys(data);
  if (name === undefined || others.length > 0) return { call, data, content: data };
  const content = data[name];
  if (!Array.isArray(content)) return { call, data, name, content };
  if (!page || !calls[call].list || calls[call].list.unpaged) return { call, data, name, content, items: content };
  const items: Fields[] = content.slice((page.number - 1) * page.size, page.number * page.size);
  const last = Math.max(1, Math.ceil(content.length / page.size));
  const paged = { current: page.number, last, size: page.size, total: content.length };
  return { call, data: { [name]: items }, name, content: items, items, page: paged };
}

/** Forms with dates of days alone have no times to show. */
const toDay = (text: string): string => text.replace(/^(\d{4}-\d{2}-\d{2}) \d{2}:\d{2}:\d{2}$/, '$1');

/** Every item has a slug: some APIs have one for each. */
const toItem = (fields: Fields): Fields => ({
  ...fields,
  ...('id' in fields && !('type' in fields && 'title' in fields) && { slug: fields.slug ?? `item-${fields.id}` }),
  // 32 Shrawan 2081: no month of the Gregorian calendar has as many days.
  ...(fields.name === 'Another first' && { published_at: '2024-08-16' }),
});

/** A value with another text in the place of each text. */
export function eachText<Value>(value: Value, change: (text: string) => unknown): Value;
export function eachText(value: unknown, change: (text: string) => unknown): unknown {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((element) => eachText(element, change));
  if (!isFields(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, eachText(field, change)]));
}

/** A value with other fields in the place of each object's, the innermost first. */
export function eachObject<Value>(value: Value, change: (fields: Fields) => Fields): Value;
export function eachObject(value: unknown, change: (fields: Fields) => Fields): unknown {
  if (Array.isArray(value)) return value.map((element) => eachObject(element, change));
  if (!isFields(value)) return value;
  return change(Object.fromEntries(Object.entries(value).map(([name, field]) => [name, eachObject(field, change)])));
}

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
