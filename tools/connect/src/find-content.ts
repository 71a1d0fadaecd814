import { type Call, isWrapper, parseJson } from '@foyer/gateway';
import { type CallPath, calls } from '@foyer/model';
import { entityOf } from './contract-fields.ts';
import type { AskedCall } from './evaluate.ts';
import { entitiesOf, singular, snakeCase } from './similarity.ts';
import { pathOf } from './sources.ts';
import { isObject } from './value-forms.ts';

/* Where the list or the item of an answer may be, if the site does not find it: there are several, or it is deep inside. */

interface FoundContent {
  /** JMESPath in `data`. */
  expression: string;
  reason: string;
  isSure: boolean;
}

const MAX_LEVELS = 5;

export function findContent({ path }: Call, body: Buffer): FoundContent | undefined {
  const lists = listsIn(dataOf(parseJson(body)), []);
  const named = lists.filter(({ names }) => isNamedAs(path, names.at(-1) ?? ''));
  const [best] = named.length > 0 ? named : [...lists].sort((a, b) => b.length - a.length);
  if (!best || best.names.length === 0) return undefined;
  const isSure = named.length === 1 || lists.length === 1;
  const others =
    lists.length > 1 ? `one of ${lists.length} lists, with ${best.length} elements` : `a list of ${best.length}`;
  return { expression: pathOf(best.names), reason: others, isSure };
}

/** The one object in `data` that is an item: lists may stand beside it, as of related items; with texts beside it, it is a part of the item. */
export function findObject({ path }: Call, body: Buffer): FoundContent | undefined {
  const { data } = asObject(parseJson(body));
  if (!isObject(data) || !isWrapper(data)) return undefined;
  const objects = Object.keys(data).filter((name) => isObject(data[name]) && !BESIDE.test(name));
  const named = objects.filter((name) => isNamedAs(path, name));
  const [best, ...others] = named.length > 0 ? named : objects;
  if (best === undefined || others.length > 0) return undefined;
  const reason = objects.length > 1 ? `one of ${objects.length} objects` : 'the only object';
  return { expression: pathOf([best]), reason, isSure: true };
}

/** Whether a name of an API is that of a call, or of what it is about. */
function isNamedAs(path: CallPath, name: string): boolean {
  const last = singular(snakeCase(name));
  return [singular(calls[path].name), ...entitiesOf(entityOf(path))].some(
    (word) => last === word || last.endsWith(`_${word}`) || last.startsWith(`${word}_`),
  );
}

const asObject = (value: unknown) => (isObject(value) ? value : {});
const dataOf = (body: unknown): unknown => (isObject(body) && 'data' in body ? body.data : body);

function listsIn(value: unknown, names: readonly string[]): { names: readonly string[]; length: number }[] {
  if (Array.isArray(value)) return value.length > 0 && value.every(isObject) ? [{ names, length: value.length }] : [];
  if (!isObject(value) || names.length >= MAX_LEVELS) return [];
  return Object.entries(value).flatMap(([name, inner]) => listsIn(inner, [...names, name]));
}

/** Answers that show what all of them have in common. */
const MIN_ANSWERS = 3;

/** Where the content is in every body, as JMESPath: `response.payload`, or `data` of an envelope that is read only with it. Undefined: they have nothing in common. */
export function wrapperOf(asked: readonly AskedCall[]): string | undefined {
  let values = asked.flatMap(({ reply, elsewhere }) => {
    const { body, error } = elsewhere?.reply ?? reply ?? {};
    return body && error === undefined ? [parseJson(body)] : [];
  });
  const names: string[] = [];
  while (values.length >= MIN_ANSWERS && names.length < MAX_LEVELS) {
    const keys = values.map((value) => (isObject(value) ? structuresOf(value) : []));
    const common = keys[0]?.filter((key) => keys.every((own) => own.includes(key))) ?? [];
    const [only] = common;
    if (only === undefined || common.length > 1) break;
    names.push(only);
    values = values.map((value) => (isObject(value) ? value[only] : undefined));
  }
  return names.length === 0 ? undefined : pathOf(names);
}

/** What may stand beside the content, in the form of an object or a list. */
const BESIDE = /^(?:_?links?|_?meta|pagination|paging|errors?|filters)$/i;

const structuresOf = (fields: object): string[] =>
  Object.entries(fields).flatMap(([name, value]) =>
    typeof value === 'object' && value !== null && !BESIDE.test(name) ? [name] : [],
  );
