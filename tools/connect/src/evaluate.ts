import type { Config, Mapping } from '@foyer/config';
import { AnswerNormaliser, AnswerShaper, type Call, type CallField, type NormaliseResult } from '@foyer/gateway';
import { type CallPath, calls } from '@foyer/model';
import type { Reply } from './asker.ts';
import type { CallResult, FaultGroup } from './call-result.ts';
import { contractFields, entityOf } from './contract-fields.ts';
import { failureOf } from './failures.ts';
import { groupFaults } from './group-faults.ts';
import { receivedItems, shapedItems, withoutFields } from './received-items.ts';
import { findResemblances } from './resemblance.ts';
import type { Item } from './sources.ts';
import { isEmpty } from './value-forms.ts';

/** A call of the contract with what the API has said to it. */
export interface AskedCall {
  call: Call;
  reply?: Reply;
  /** Of a list: of the other paths that mapping.yaml has for it, by their numbers. */
  others?: readonly { part: number; reply: Reply }[];
  /** Why it was not asked. */
  skipped?: 'none' | 'unasked';
  /** Another path under which the API has it. */
  elsewhere?: {
    path: string;
    reply: Reply;
    /** It is a list with further pages, on which most items are. */
    isPartial?: boolean;
    /** Of the item, with the name by which the API knows it, if that is not the one that our links have. */
    field?: string;
  };
}

export interface Evaluation {
  results: CallResult[];
  /** Items as received, for a proposal. */
  received: ReadonlyMap<CallPath, Item[]>;
}

export type Evaluate = (asked: readonly AskedCall[], mapping: Mapping) => Evaluation;

/** A function that reads the answers as the site does with a mapping: a proposal is tried with many. */
export function evaluator({ site, upstream, videoOrigins }: Config): Evaluate {
  const origin = upstream && new URL(upstream.url).origin;
  const { timeZone, locales } = site;
  const normaliser = new AnswerNormaliser({ timeZone, locales, origin, videoOrigins });
  return (asked, mapping) => {
    normaliser.useMapping(mapping);
    return evaluate(asked, normaliser, mapping);
  };
}

function evaluate(asked: readonly AskedCall[], normaliser: AnswerNormaliser, mapping: Mapping): Evaluation {
  const shapers = {
    mapped: new AnswerShaper(mapping),
    received: new AnswerShaper(withoutFields(mapping), { makesIds: false }),
  };
  const received = new Map<CallPath, Item[]>();
  const results = asked.map(({ call, reply, others = [], skipped, elsewhere }): CallResult => {
    const blank = { ...blankResult(call), ...(elsewhere && { elsewhere: elsewhere.path }) };
    if (mapping.calls?.[call.path] === 'none') return { ...blank, state: 'none' };
    if (!reply || skipped) return { ...blank, state: skipped ?? 'unasked' };
    const { status, milliseconds, body, error, paging } = reply;
    const known = { ...blank, ...(status !== undefined && { status }), milliseconds };
    if (error !== undefined || !body || status === undefined)
      return { ...known, state: 'unusable', failure: failureOf(reply) };
    const response = { bytes: body, status, paging };
    const normalised = normaliser.normalise(call, response);
    // The fields of a failure are none of ours.
    const items = normalised.kind === 'refused' ? [] : receivedItems(shapers.received, call, response, mapping);
    received.set(call.path, items);
    const mapped = shapedItems(shapers.mapped, call, response) ?? items;
    const outcome = outcomeOf(call, normalised, mapped);
    for (const { part, reply } of others) addPath(outcome, partOutcome(call, reply), part);
    return { ...known, ...fieldsOf(call, items, mapped, usedNames(mapping, call.path)), ...outcome };
  });

  function partOutcome(call: Call, reply: Reply): Outcome {
    const { status, body, error, paging } = reply;
    if (error !== undefined || !body || status === undefined)
      return { state: 'unusable', failure: failureOf(reply), faults: [] };
    const response = { bytes: body, status, paging };
    return outcomeOf(call, normaliser.normalise(call, response), shapedItems(shapers.mapped, call, response) ?? []);
  }

  return { results: withUnlisted(results.map(withoutDroppedFields)), received };
}

/** Of a list that cannot be read no item can be asked for; one that is empty has none. */
function withUnlisted(results: readonly CallResult[]): CallResult[] {
  const unread = new Set<string>(results.filter(({ state }) => state === 'unusable').map(({ path }) => path));
  return results.map((result) =>
    result.state === 'unasked' && unread.has(entityOf(result.path))
      ? {
          ...result,
          state: 'unusable',
          failure: { sentence: 'there is no item to ask for: its list is not read', words: 'its list is not read' },
        }
      : result,
  );
}

const blankResult = ({ path, address }: Call): CallResult => ({
  path,
  address,
  state: 'unasked',
  fit: [],
  missing: [],
  required: [],
  unknown: [],
  alike: [],
  faults: [],
});

type Outcome = Pick<CallResult, 'state' | 'failure' | 'items' | 'faults' | 'data'>;

/** Adds what another path of the call has answered: its items, its faults, or why it is left out. */
function addPath(outcome: Outcome, { state, failure, items = 0, faults }: Outcome, part: number): void {
  if (state === 'unusable') {
    const reason = `path ${part} of mapping.yaml: ${failure?.sentence ?? 'it cannot be read'}`;
    outcome.faults.push({ kind: 'dropped', field: '', count: 1, reason });
  } else outcome.faults.push(...faults);
  outcome.items = (outcome.items ?? 0) + items;
  if (outcome.state === 'usable' && outcome.faults.some(({ kind }) => kind === 'dropped')) outcome.state = 'lossy';
}

function outcomeOf({ path }: Call, result: NormaliseResult, items: readonly Item[]): Outcome {
  if (result.kind !== 'answer') {
    const sentence = result.message.replace(/^(?:upstream: )+/, '');
    return { state: 'unusable', failure: { sentence, words: wordsOf(sentence) }, items: items.length, faults: [] };
  }
  const { data, faults } = result.answer;
  const groups = groupFaults(faults, calls[path].name);
  const isLossy = groups.some(({ kind }) => kind === 'dropped');
  return { state: isLossy ? 'lossy' : 'usable', items: items.length, faults: groups, data };
}

/** The reason of a refused answer in the few words of a table. */
function wordsOf(sentence: string): string {
  if (/none of the \d+ elements/.test(sentence)) return 'no item can be read';
  return /wrong shape/.test(sentence) ? 'another shape' : 'refused';
}

/** @param items as received @param mapped with our names @param used names of the API that a mapping reads */
function fieldsOf(
  { path, locale }: Call,
  items: readonly Item[],
  mapped: readonly Item[],
  used: ReadonlySet<string>,
): Pick<CallResult, 'fit' | 'missing' | 'required' | 'unknown' | 'alike'> {
  const contract = contractFields(path);
  const isThere = ({ name }: CallField) => mapped.some((item) => !isEmpty(item[name]));
  const missing = contract.filter((field) => !isThere(field));
  const names = new Set(contract.map(({ name }) => name));
  const isOurs = (name: string) =>
    names.has(name) || names.has(name.replace(/_bs$/, '')) || name === 'description_text';
  const unknown = new Set(
    items.flatMap((item) => Object.keys(item)).filter((name) => !isOurs(name) && !used.has(name)),
  );
  const naming = { call: entityOf(path), locale };
  const alike = findResemblances(mapped, contract, naming).flatMap(({ from: [from = ''], field }) =>
    used.has(rootOf(from)) || rootOf(from) === field ? [] : { from, field },
  );
  return {
    fit: contract.filter(isThere).map(({ name }) => name),
    missing: missing.map(({ name }) => name),
    required: items.length > 0 ? missing.filter(({ isRequired }) => isRequired).map(({ name }) => name) : [],
    unknown: [...unknown],
    alike,
  };
}

const rootOf = (path: string): string => path.split('.')[0] ?? path;

/** The names in the expressions for a call's fields. */
function usedNames({ calls: mapped = {} }: Mapping, path: CallPath): ReadonlySet<string> {
  const expressions = [path, entityOf(path)].flatMap((known) => {
    const call = mapped[known];
    return call === undefined || call === 'none' ? [] : Object.values(call.fields ?? {});
  });
  return new Set(expressions.flatMap((expression) => expression.match(/[\w-]+/g) ?? []));
}

/** A field that was dropped from every item does not fit. */
function withoutDroppedFields(result: CallResult): CallResult {
  const isAlways = ({ kind, field, count }: FaultGroup) =>
    kind === 'dropped' && !field.includes('.') && count >= (result.items ?? 0);
  const dropped = new Set(result.faults.filter(isAlways).map(({ field }) => field));
  return { ...result, fit: result.fit.filter((name) => !dropped.has(name)) };
}
