import { isQuota } from '@foyer/api-reader';
import type { Progress } from '@foyer/command-line';
import type { Config, Mapping } from '@foyer/config';
import { AnswerMapping, AnswerShaper, addressWithPart, type Call, readCall } from '@foyer/gateway';
import { type CallPath, callPaths, type Edition, ITEM_NAME } from '@foyer/model';
import { type ApiConfig, type Asker, isAnswer, type Reply } from './asker.ts';
import { entityOf } from './contract-fields.ts';
import type { AskedCall } from './evaluate.ts';
import { cannotBeRead, concernsAllCalls, hasNoConnection, isMissing } from './failures.ts';
import { type FoundParameters, findParameters, pageIn } from './paging.ts';
import { PATH_ALIASES } from './path-aliases.ts';
import { receivedItems } from './received-items.ts';
import { entitiesOf, snakeCase } from './similarity.ts';
import type { Item } from './sources.ts';
import { isObject } from './value-forms.ts';

/** What the API has said to the calls of the contract, and where it has them. */
export interface Exploration {
  asked: AskedCall[];
  /** Headers without which the API refuses its calls. */
  headers?: Readonly<Record<string, string>>;
  parameters?: FoundParameters;
}

export interface ExploreOptions {
  asker: Asker;
  config: ApiConfig;
  mapping: Mapping;
  progress: Pick<Progress, 'begin' | 'planned' | 'done'>;
}

/** Calls without an answer after which no more are made. */
const CALLS_BEFORE_VERDICT = 4;
/** Other paths of a call that are asked. */
const MAX_ALIASES = 3;
/** Other names of an item. */
const MAX_ITEM_ALIASES = 2;
/** What is searched for, where the API has a search. */
const SEARCHED = 'notice';
/** Names of an item, where the API has another one than ours. */
const ID_NAMES = ['id', '_id', 'uuid'];

/** Asks every call of the contract. Rejects with an UnreadableError if no call can be answered. */
export async function explore({ asker, config, mapping, progress }: ExploreOptions): Promise<Exploration> {
  const { locales } = config.site;
  const edition: Edition = { locale: locales[0], locales };
  const addresses = new AnswerMapping(mapping);
  const shaper = new AnswerShaper(mapping, { makesIds: false });
  const asked = new Map<CallPath, AskedCall>();
  const sought = new Set<AskedCall>();
  const exploration: Exploration = { asked: [] };

  async function ask(address: string): Promise<Reply> {
    const reply = await asker.ask(address);
    progress.done();
    return reply;
  }

  /** Beside the calls of the contract that name no item. */
  function askMore(address: string): Promise<Reply> {
    progress.planned(1);
    return ask(address);
  }

  async function askCall(call: Call): Promise<AskedCall> {
    const isNone = addresses.addressOf(call.base) === undefined;
    const result: AskedCall = isNone ? { call, skipped: 'none' } : { call, ...(await askPaths(call)) };
    asked.set(call.path, result);
    return result;
  }

  /** Asks a call, a list under all of its paths. The first of them that answers stands for the call. */
  async function askPaths(call: Call): Promise<Pick<AskedCall, 'reply' | 'others'>> {
    const reply = await ask(call.address);
    const parts = call.list ? addresses.partsOf(call.path) : 1;
    if (parts === 1) return { reply };
    const further = Array.from({ length: parts - 1 }, async (_, index) => ({
      part: index + 2,
      reply: await askMore(addressWithPart(call.address, index + 2)),
    }));
    const all = [{ part: 1, reply }, ...(await Promise.all(further))];
    const first = all.find((asked) => isAnswer(asked.reply)) ?? all[0];
    return { reply: first?.reply, others: all.filter((asked) => asked !== first) };
  }

  /** Makes the first calls one after the other: an API that refuses them is not asked more. */
  async function askFirst(first: readonly Call[]): Promise<void> {
    const replies: Reply[] = [];
    const refused: Call[] = [];
    let hasTried = false;
    for (const call of first) {
      let { reply } = await askCall(call);
      if (reply && (isQuota(reply) || wantsHeaders(reply))) refused.push(call);
      if (reply && !hasTried && wantsHeaders(reply)) {
        reply = await withHeaders(call, reply);
        hasTried = wantsHeaders(reply);
      }
      if (!reply) continue;
      if (isAnswer(reply)) {
        // Only now it shows that there was a limit, or which headers the API wants.
        for (const earlier of refused) if (earlier !== call) await askCall(earlier);
        return;
      }
      replies.push(reply);
      if (hasNoConnection(reply)) throw cannotBeRead(config.upstream.url, replies);
    }
    if (replies.length === 0 || !replies.every(concernsAllCalls)) return;
    if (replies.every(isMissing)) await Promise.all([...asked.values()].map(askElsewhere));
    if (!hasAnswer()) throw cannotBeRead(config.upstream.url, replies);
  }

  /** Asks a call with the headers of a browser, one more at a time. */
  async function withHeaders(call: Call, refused: Reply): Promise<Reply> {
    const { origin } = new URL(config.upstream.url);
    const headers: Record<string, string> = {};
    for (const [name, value] of Object.entries({
      Accept: 'application/json, text/plain, */*',
      Referer: `${origin}/`,
      'User-Agent': 'Mozilla/5.0 (compatible; Foyer)',
    })) {
      headers[name] = value;
      const reply = await asker.ask(call.address, headers);
      if (wantsHeaders(reply)) continue;
      // What the API does not have, it says to those alone whose headers it accepts.
      if (!isAnswer(reply) && !isMissing(reply)) return reply;
      exploration.headers = asker.headers = headers;
      asked.set(call.path, { call, reply });
      return reply;
    }
    return refused;
  }

  const hasAnswer = () => [...asked.values()].some(({ reply, elsewhere }) => elsewhere || (reply && isAnswer(reply)));

  /** Looks for a call under other paths, once. */
  async function askElsewhere(known: AskedCall): Promise<void> {
    if (sought.has(known)) return;
    sought.add(known);
    for (const path of (PATH_ALIASES[known.call.path] ?? []).slice(0, MAX_ALIASES)) {
      const reply = await askMore(path);
      if (!isAnswer(reply) || itemsIn(known.call, reply).length === 0) continue;
      known.elsewhere = { path, reply };
      return;
    }
  }

  const itemsIn = (call: Call, { body, status = 0 }: Reply): Item[] =>
    body ? receivedItems(shaper, call, { bytes: body, status }, mapping) : [];

  /** Items of the list of a call. */
  function itemsFor(path: CallPath): Item[] {
    const own = asked.get(listOf(path));
    const lists = path === 'category/{slug}' ? [own, ...CATEGORISED.map((list) => asked.get(list))] : [own];
    return lists.flatMap((list) => {
      const reply = list?.elsewhere?.reply ?? list?.reply;
      const items = list && reply && isAnswer(reply) ? itemsIn(list.call, reply) : [];
      return list === own ? items : items.flatMap(({ category }) => (isObject(category) ? [category] : []));
    });
  }

  /** Asks for an item by its id or slug, as our links name it. */
  async function askItem(path: CallPath): Promise<void> {
    const items = itemsFor(path).map((item) => namesOf(item, path));
    const [first, second] = items.filter((names) => names.length > 0);
    const [name] = first ?? [];
    if (!first || !name)
      return void asked.set(path, { call: readCall(path, { id: '0', slug: '0' }, edition), skipped: 'unasked' });
    const known = await askNamed(path, name);
    if (!known.reply || !isMissing(known.reply)) return;
    const isElsewhere = asked.get(listOf(path))?.elsewhere !== undefined;
    // The first one may be a draft.
    const [other] = second ?? [];
    if (!isElsewhere && other) {
      const { reply } = await askNamed(path, other);
      if (!reply || !isMissing(reply)) return;
    }
    await askItemElsewhere(known, first);
  }

  function askNamed(path: CallPath, { value }: ItemName): Promise<AskedCall> {
    progress.planned(1);
    return askCall(readCall(path, { id: value, slug: value }, edition));
  }

  /** Looks for an item under other paths and by its other name, else takes it from its list. */
  async function askItemElsewhere(known: AskedCall, [name, second]: readonly ItemName[]): Promise<void> {
    if (!name) return;
    const { path } = known.call;
    asked.set(path, known);
    const list = listOf(path);
    const there = asked.get(list)?.elsewhere?.path ?? list;
    const variable = path.slice(path.indexOf('{'));
    const others = [
      ...(there === list ? [] : [{ path: `${there}/${variable}`, name }]),
      ...(second ? [{ path: `${there}/${variable}`, name: second }] : []),
      { path: `${otherNumber(there)}/${variable}`, name },
    ];
    for (const other of others.slice(0, MAX_ITEM_ALIASES)) {
      const reply = await askMore(other.path.replace(variable, other.name.value));
      if (!isAnswer(reply)) continue;
      known.elsewhere = { path: other.path, reply, ...(other.name !== name && { field: other.name.field }) };
      return;
    }
    const listed = asked.get(list);
    const reply = listed?.elsewhere?.reply ?? listed?.reply;
    if (!listed || !reply || !isAnswer(reply) || path === 'category/{slug}') return;
    const { lastPage = 1 } = pageIn(shaper, listed.call, reply) ?? {};
    known.elsewhere = { path: there, reply, ...(lastPage > 1 && { isPartial: true }) };
  }

  const whole = callPaths.filter((path) => !path.includes('{') && isRead(path, config));
  const ofItems = callPaths.filter((path) => path.includes('{') && isRead(path, config));
  const order = [...whole]
    .sort((a, b) => rankOf(a) - rankOf(b))
    .map((path) => readCall(path, path === 'search' ? { q: SEARCHED } : {}, edition));
  progress.begin('Calls', order.length);
  await askFirst(order.slice(0, CALLS_BEFORE_VERDICT));
  await Promise.all(order.filter(({ path }) => !asked.has(path)).map(askCall));
  const missing = [...asked.values()].filter(({ reply }) => reply && isMissing(reply));
  const isCommon = ({ call }: AskedCall) => COMMON.includes(call.path);
  await Promise.all(missing.filter(isCommon).map(askElsewhere));
  if (!hasAnswer())
    throw cannotBeRead(
      config.upstream.url,
      [...asked.values()].flatMap(({ reply }) => reply ?? []),
    );
  await Promise.all(missing.filter((call) => !isCommon(call)).map(askElsewhere));
  await Promise.all(ofItems.map(askItem));
  exploration.asked = callPaths.flatMap((path) => asked.get(path) ?? []);
  exploration.parameters = await findParameters(exploration.asked, shaper, askMore);
  return exploration;
}

const CATEGORISED: readonly CallPath[] = ['blogs', 'news', 'notice'];
/** Whether a server may want other headers. */
const wantsHeaders = ({ status }: Reply): boolean => status === 403 || status === 406;

const FIRST: readonly CallPath[] = ['site', 'home', 'notice', 'news'];
/** Asked under other paths even if no call is answered: an address without an API is asked for no more. */
const COMMON: readonly CallPath[] = [...FIRST, 'blogs', 'page'];
const rankOf = (path: CallPath): number => (FIRST.includes(path) ? FIRST.indexOf(path) : FIRST.length);

/** Whether the site asks a CMS for it: redirects are a content folder's, and the search is its own unless SEARCH says so. */
export const isRead = (path: CallPath, { search }: Pick<Config, 'search'>): boolean =>
  path !== 'redirects' && (path !== 'search' || search === 'upstream');

const listOf = (path: CallPath): CallPath => callPaths.find((known) => known === entityOf(path)) ?? path;

const otherNumber = (name: string): string => (name.endsWith('s') ? name.slice(0, -1) : `${name}s`);

/** What an item may be asked by. */
interface ItemName {
  field: string;
  value: string;
}

/** Each value once: `blog_id` of a blog is its id, before its slug. */
function namesOf(item: Item, path: CallPath): ItemName[] {
  const ofEntity = entitiesOf(listOf(path)).map((entity) => `${entity}_id`);
  const ids = [...ID_NAMES, ...Object.keys(item).filter((name) => ofEntity.includes(snakeCase(name)))];
  const inOrder = path.endsWith('{slug}') ? ['slug', ...ids] : [...ids, 'slug'];
  const names = inOrder
    .map((field) => ({ field, value: String(item[field] ?? '') }))
    .filter(({ value }) => ITEM_NAME.test(value));
  return names.filter(({ value }, index) => names.findIndex((other) => other.value === value) === index);
}
