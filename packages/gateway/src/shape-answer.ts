import { createHash } from 'node:crypto';
import type { Mapping } from '@foyer/config';
import { type CallPath, ContentError, callPaths, calls, elementsOf } from '@foyer/model';
import type { AnswerFault } from './answer-fault.ts';
import type { Call } from './call.ts';
import { fieldsOfCall } from './call-fields.ts';
import { type Data, parseBody, readEnvelope } from './envelope.ts';
import { contractNames } from './field-names.ts';
import { findList } from './find-list.ts';
import { ALL_IN_ONE, nextPageIn, paginationOf } from './find-paginator.ts';
import { type Fields, isFields, settingsIn, unwrapped } from './list-forms.ts';
import { AnswerMapping } from './mapping.ts';
import { NamedSubjects } from './named-subjects.ts';
import type { NormaliseResult, UpstreamResponse } from './normalise-result.ts';
import { withTitlePeriods } from './title-periods.ts';

/** An answer in the contract's places and with its names; the values are the upstream's. */
export interface ShapedAnswer {
  kind: 'shaped';
  data: Fields;
  /** Elements of the call's list. */
  received?: number;
  /** Of a list that is shown as a whole, if it has several. */
  lastPage?: number;
  faults: AnswerFault[];
}

type CalledPath = Pick<Call, 'path' | 'base' | 'list'> & Partial<Pick<Call, 'locale'>>;

/** Wrappers around the contract's `data`. */
const MAX_WRAPPERS = 3;
const ID_CHARACTERS = 12;

/** Brings an answer into the contract's form: by mapping.yaml, then by guessing what has one possible meaning only. */
export class AnswerShaper {
  readonly mapping: AnswerMapping;
  readonly #subjects: NamedSubjects;
  readonly #makesIds: boolean;

  /** @param makesIds whether items without an id that have no page of their own get one */
  constructor(mapping?: Mapping, { makesIds = true } = {}) {
    this.mapping = new AnswerMapping(mapping);
    this.#subjects = new NamedSubjects(mapping?.subjects);
    this.#makesIds = makesIds;
  }

  /** Throws a ContentError, 502, for an answer in which nothing is recognised; 404 for an item that is not in its list. */
  shape(call: CalledPath, response: UpstreamResponse): ShapedAnswer | NormaliseResult {
    const body = parseBody(response);
    if (body.kind !== 'body') return body;
    const envelope = this.#dataOf(call, body.json, response.status);
    if (envelope.kind !== 'data') return envelope;
    const guesses = envelope.guess === undefined ? [] : [envelope.guess];
    const { name } = calls[call.path];
    const { holds } = fieldsOfCall(call.path);
    // An item may have a field with the name of its kind, or an object that has one.
    const isItem = holds === 'item' && this.#isItem(call.path, envelope.data);
    const data = this.#withContent(call, isItem ? envelope.data : holderOf(envelope.data, name));
    const shaped =
      holds === 'list'
        ? this.#list(call, data, response.paging)
        : holds === 'item'
          ? this.#item(call, data)
          : this.#parts(call, data);
    const faults = [...guesses, ...shaped.guesses].map(
      (reason): AnswerFault => ({ kind: 'guessed', path: '', reason }),
    );
    if (shaped.dropped !== undefined) faults.push({ kind: 'dropped', path: name, reason: shaped.dropped });
    const { received, lastPage } = shaped;
    return { kind: 'shaped', data: this.#subjects.named(call, shaped.data), received, lastPage, faults };
  }

  #dataOf({ path }: CalledPath, json: unknown, status: number): Data | NormaliseResult {
    const mapped = status < 400 ? this.mapping.dataIn(path, json) : undefined;
    return mapped === undefined ? readEnvelope(json, status) : { kind: 'data', data: mapped };
  }

  #withContent({ path }: CalledPath, data: unknown): unknown {
    const mapped = this.mapping.contentIn(path, data);
    if (!mapped) return data;
    if (mapped.content === null || mapped.content === undefined)
      throw new ContentError(502, `upstream: mapping.yaml: there is nothing at content: ${mapped.at}`);
    return { ...(isFields(data) && data), [calls[path].name]: mapped.content };
  }

  #list(call: CalledPath, data: unknown, paging: UpstreamResponse['paging']): Shaped {
    const { path } = call;
    const { name } = calls[path];
    const asked = call.list?.query ?? ALL_IN_ONE;
    const found = findList(data, { name, entity: entityOf(path), asked });
    if (!found) throw unrecognised(data, name, `a list ${name}`);
    const named = contractNames(
      path,
      found.elements.map((element) => this.mapping.item(path, element)),
    );
    const dated = path === 'report' ? withTitlePeriods(named.items) : { items: named.items, guesses: [] };
    const { elements, guesses } = this.#makesIds ? withIds(path, dated.items) : { elements: dated.items, guesses: [] };
    const isPaged = found.pagination !== undefined || (isFields(data) && isFields(data.pagination));
    const ofHeaders = paging && !isPaged ? paginationOf(paging, elements.length, asked) : undefined;
    const pagination = found.pagination ? { current_page: asked.page, ...found.pagination } : ofHeaders;
    const pages = pagination ?? (isFields(data) ? data.pagination : undefined);
    const isWhole = !call.list || call.list.unpaged;
    const lastPage = isWhole && isFields(pages) && Number(pages.last_page) > 1 ? Number(pages.last_page) : undefined;
    return {
      lastPage,
      data: {
        ...(isFields(data) && data),
        ...(pagination && { pagination }),
        [name]: elements,
      },
      received: elements.length,
      guesses: [
        ...found.guesses,
        ...(ofHeaders ? ['a paginator in the headers: expected pagination'] : []),
        ...named.guesses,
        ...dated.guesses,
        ...guesses,
      ],
      dropped:
        (isWhole ? undefined : otherPage(pages, asked.page)) ??
        (namesPages(pagination) ? undefined : pagesWithoutNumber(data, paging)),
    };
  }

  #item(call: CalledPath, data: unknown): Shaped {
    const { path } = call;
    const { name } = calls[path];
    const inPlace = isFields(data) ? data[name] : undefined;
    if (isFields(inPlace)) {
      const inner = this.#isItem(path, inPlace) ? undefined : this.#itemIn(path, inPlace);
      const { item, guesses } = this.#named(path, inner?.item ?? inPlace);
      const all = inner ? [`the item in ${name}.${inner.key}: expected ${name}`, ...guesses] : guesses;
      return { data: { ...(isFields(data) && data), [name]: item }, guesses: all };
    }
    if (!Array.isArray(inPlace) && isFields(data)) {
      if (this.#isItem(path, data)) return this.#only(path, data, `the item directly: expected ${name}`);
      const inner = this.#itemIn(path, data);
      if (inner) return this.#only(path, inner.item, `the item in ${inner.key}: expected ${name}`);
    }
    const settings = path.includes('{') ? undefined : settingsIn(inPlace ?? data);
    if (settings) return this.#only(path, settings, 'a list of names and values: expected an object');
    const mayHaveList = Array.isArray(inPlace) || !isFields(data) || isWrapper(data);
    const found = mayHaveList ? findList(data, { name, entity: entityOf(path) }) : undefined;
    const items = found?.elements.map((element) => this.#named(path, element).item).filter(isFields) ?? [];
    if (path.includes('{') && (data === null || found?.elements.length === 0))
      throw new ContentError(404, 'upstream: nothing in the place of the item');
    if (items.length === 0) throw unrecognised(data, name, `an object ${name}`);
    const asked = calls[path].itemId ?? (path.includes('{') ? call.base.split('/').at(-1) : undefined);
    const item =
      asked === undefined
        ? items.find(() => items.length === 1)
        : items.find(({ id, slug }) => [id, slug].map(String).includes(String(asked)));
    if (!item && asked === undefined) throw unrecognised(data, name, `an object ${name}`);
    if (!item) throw new ContentError(404, `upstream: no item ${asked} in a list of ${items.length}`);
    return { data: { [name]: item }, guesses: [`a list: the item in it is taken, expected ${name}`] };
  }

  #parts({ path }: CalledPath, data: unknown): Shaped {
    const names = fieldsOfCall(path).fields.map(({ name }) => name);
    const hasPart = (value: unknown): value is Fields =>
      isFields(value) && names.some((name) => value[name] !== undefined);
    const mapped = this.mapping.item(path, data);
    const wrapped = isFields(data)
      ? Object.entries(data).map(([key, value]) => ({ key, value: this.mapping.item(path, value) }))
      : [];
    const inside = wrapped.filter((entry): entry is { key: string; value: Fields } => hasPart(entry.value));
    const [first] = inside;
    // An answer without anything has nothing that could be recognised.
    const isEmpty = (isFields(data) || Array.isArray(data)) && Object.keys(data).length === 0;
    if (isEmpty || (isFields(mapped) && hasPart(mapped)))
      return this.#withElements(path, isFields(mapped) ? mapped : {});
    if (!first || inside.length > 1) throw unrecognised(data, '', names.join(', '));
    const read = this.#withElements(path, first.value);
    return { ...read, guesses: [`the parts in ${first.key}: expected in data itself`, ...read.guesses] };
  }

  /** The parts, with the lists in them whose items are of other calls. */
  #withElements(path: CallPath, parts: Fields): Shaped {
    const lists = Object.entries(this.mapping.elementsOf(path)).flatMap(([name, call]) => {
      const elements = elementsOf(parts[name])?.map((element) => this.mapping.item(call, unwrapped(element)));
      return elements ? [{ name, ...contractNames(call, elements) }] : [];
    });
    return {
      data: { ...parts, ...Object.fromEntries(lists.map(({ name, items }) => [name, items])) },
      guesses: lists.flatMap(({ name, guesses }) => guesses.map((guess) => `${name}: ${guess}`)),
    };
  }

  /** An item with the contract's names. */
  #named(path: CallPath, item: unknown): { item: unknown; guesses: string[] } {
    const { items, guesses } = contractNames(path, [this.mapping.item(path, unwrapped(item))]);
    return { item: items[0], guesses };
  }

  #only(path: CallPath, item: unknown, guess: string): Shaped {
    const named = this.#named(path, item);
    return { data: { [calls[path].name]: named.item }, guesses: [guess, ...named.guesses] };
  }

  /** The one property that is the call's item. */
  #itemIn(path: CallPath, around: Fields): { key: string; item: unknown } | undefined {
    if (!isWrapper(around)) return undefined;
    const inside = Object.entries(around).filter(([, value]) => this.#isItem(path, value));
    const [first] = inside;
    return first && inside.length === 1 ? { key: first[0], item: first[1] } : undefined;
  }

  /** Whether an object has what the contract asks of the call's item. */
  #isItem(path: CallPath, value: unknown): boolean {
    const item = isFields(value) ? this.#named(path, value).item : undefined;
    if (!isFields(item)) return false;
    const { fields } = fieldsOfCall(path);
    const isThere = (name: string) => item[name] !== undefined && item[name] !== null;
    return (
      fields.some(({ name }) => isThere(name)) && fields.every(({ name, isRequired }) => !isRequired || isThere(name))
    );
  }
}

interface Shaped {
  data: Fields;
  received?: number;
  lastPage?: number;
  guesses: string[];
  dropped?: string;
}

/** What stands beside an item, or its list, in the object around it. */
const BESIDE_ITEM = /^(?:message|msg|status|success|ok|code|locale|lang|version|timestamp)$/i;

/** Whether an object is only around an item. One with texts or numbers of its own is the item, with names that are not known. */
export const isWrapper = (around: Fields): boolean =>
  Object.entries(around).every(
    ([key, value]) => typeof value === 'object' || typeof value === 'boolean' || BESIDE_ITEM.test(key),
  );

const namesPages = (pagination: unknown): boolean => isFields(pagination) && 'last_page' in pagination;

/** Undefined: nothing says that there are further pages. */
function pagesWithoutNumber(data: unknown, paging: UpstreamResponse['paging']): string | undefined {
  if (isFields(data) && namesPages(data.pagination)) return undefined;
  const next = nextPageIn(data) ?? (paging?.hasNext ? 'the header Link' : undefined);
  return next && `further pages, as ${next} says: only this one is shown, expected last_page and total`;
}

/** Undefined: it is the page that was asked for, or the list has no others. */
function otherPage(pagination: unknown, asked: number): string | undefined {
  if (!isFields(pagination) || !(Number(pagination.last_page) > 1)) return undefined;
  const page = Number(pagination.current_page);
  return Number.isInteger(page) && page !== asked
    ? `page ${page}, where page ${asked} was asked for: mapping.yaml needs the API's name of page in parameters`
    : undefined;
}

const entityOf = (path: CallPath): string => path.split('/')[0] ?? path;

/** The object that has the content under its name: `data` itself, or the one inside it that does. */
function holderOf(data: unknown, name: string, wrappers = MAX_WRAPPERS): unknown {
  if (!isFields(data) || Object.hasOwn(data, name) || wrappers === 0) return data;
  const holders = Object.values(data)
    .filter(isFields)
    .map((inner) => holderOf(inner, name, wrappers - 1))
    .filter((inner) => isFields(inner) && Object.hasOwn(inner, name));
  return holders.length === 1 ? holders[0] : data;
}

/** Gives an id to items without one that have no page of their own: nothing leads to them. */
function withIds(path: CallPath, items: unknown[]): { elements: unknown[]; guesses: string[] } {
  const { fields } = fieldsOfCall(path);
  const isWithout = (item: unknown): item is Fields =>
    isFields(item) && (item.id === undefined || item.id === null || item.id === '');
  const hasPages = callPaths.some((known) => known.startsWith(`${path}/{`));
  const count = items.filter((item) => isWithout(item) && (!hasPages || item.slug)).length;
  if (count === 0 || !fields.some(({ name, isRequired }) => name === 'id' && isRequired))
    return { elements: items, guesses: [] };
  const idOf = (item: Fields) =>
    item.slug ?? createHash('sha256').update(JSON.stringify(item)).digest('hex').slice(0, ID_CHARACTERS);
  return {
    elements: items.map((item) => (isWithout(item) && (!hasPages || item.slug) ? { ...item, id: idOf(item) } : item)),
    guesses: [`${count} items without id: expected one that does not change`],
  };
}

function unrecognised(data: unknown, name: string, expected: string): ContentError {
  const received = isFields(data) && Object.hasOwn(data, name) ? `${name} with ${inWords(data[name])}` : inWords(data);
  return new ContentError(502, `upstream: wrong shape: expected ${expected}, received ${received}`);
}

/** Names in a message. */
const MAX_NAMES = 20;

function inWords(value: unknown): string {
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (typeof value === 'string') return 'a text';
  if (!isFields(value)) return value === undefined ? 'nothing' : `${value}`;
  const names = Object.keys(value).slice(0, MAX_NAMES);
  return names.length > 0 ? `an object with ${names.join(', ')}` : 'an empty object';
}
