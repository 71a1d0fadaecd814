import type { Mapping } from '@foyer/config';
import { AnswerMapping, AnswerShaper, fieldsOfCall } from '@foyer/gateway';
import { type CallPath, callPaths, detectDateFormats, parseWithFormats } from '@foyer/model';
import { type CallResult, counts, isUsable } from './call-result.ts';
import { contractFields, entityOf } from './contract-fields.ts';
import type { AskedCall, Evaluate, Evaluation } from './evaluate.ts';
import type { Exploration } from './explore.ts';
import { isPage } from './failures.ts';
import { findContent, findObject, wrapperOf } from './find-content.ts';
import { lineOf, mappingWith, type Proposal } from './proposal.ts';
import { proposeFields } from './propose-fields.ts';
import { proposeValues } from './propose-values.ts';
import { quote } from './quote.ts';
import { shapedItems } from './received-items.ts';
import type { Item } from './sources.ts';

/* A mapping for what the API has said, and what it would bring. */

export interface ProposedMapping {
  proposals: Proposal[];
  /** The mapping in use with the proposals that are sure. */
  mapping: Mapping;
  /** Each call as the site would read it then. */
  results: CallResult[];
}

/** Proposes what reads the most. */
export function propose(exploration: Exploration, evaluate: Evaluate, mapping: Mapping): ProposedMapping {
  const plain = proposeWith([], exploration, evaluate, mapping);
  const wrapper = wrapperOf(exploration.asked);
  if (!wrapper) return plain;
  const reason = 'every answer of the API has it';
  const unwrapped = proposeWith(
    [{ key: 'data', value: wrapper, reason, isSure: true }],
    exploration,
    evaluate,
    mapping,
  );
  return usableOf(unwrapped.results).usable > usableOf(plain.results).usable ? unwrapped : plain;
}

/** With the right path there are items, with their fields there are dates. */
function proposeWith(
  first: readonly Proposal[],
  exploration: Exploration,
  evaluate: Evaluate,
  mapping: Mapping,
): ProposedMapping {
  const asked = exploration.asked.map((call) =>
    call.elsewhere && !call.elsewhere.isPartial ? { ...call, reply: call.elsewhere.reply } : call,
  );
  const read = (proposals: readonly Proposal[]) => evaluate(asked, mappingWith(mapping, proposals));
  const proposals = [
    ...first,
    ...ofConnection(exploration),
    ...ofPaths(exploration.asked),
    ...ofPages(exploration.asked),
  ];
  addNew(proposals, ofContent(asked, read(proposals).results, mappingWith(mapping, proposals)));
  addNew(proposals, proposeFields(asked, read(proposals), mapping));
  addNew(proposals, ofDates(asked, mappingWith(mapping, proposals)));
  addNew(proposals, proposeValues(itemsOf(asked, mappingWith(mapping, proposals))));
  const checked = withoutUnread(proposals.filter(isNewIn(mapping)), read(proposals));
  return { proposals: checked, mapping: mappingWith(mapping, checked), results: read(checked).results };
}

export const usableOf = (results: readonly CallResult[]): { usable: number; all: number } => ({
  usable: results.filter(isUsable).length,
  all: results.filter(counts).length,
});

/** Whether a mapping does not say it yet. */
const isNewIn =
  (mapping: Mapping) =>
  (proposal: Proposal): boolean =>
    JSON.stringify(mappingWith(mapping, [{ ...proposal, isSure: true }])) !== JSON.stringify(mapping);

function addNew(proposals: Proposal[], more: readonly Proposal[]): void {
  const known = new Set(proposals.map(lineOf));
  for (const proposal of more) {
    const line = lineOf(proposal);
    if (!known.has(line)) proposals.push(proposal);
    known.add(line);
  }
}

function ofConnection({ headers = {}, parameters }: Exploration): Proposal[] {
  const ofHeaders = Object.entries(headers).map(
    ([name, value]): Proposal => ({
      key: 'headers',
      name,
      value,
      reason: 'the API refuses calls without it',
      isSure: true,
    }),
  );
  const { path = '', names = {}, hasUnknownName } = parameters ?? {};
  const ofNames = Object.entries(names).map(
    ([name, value]): Proposal => ({
      key: 'parameters',
      name,
      value,
      reason: `the API's own links to further pages of ${path} have it`,
      isSure: true,
    }),
  );
  const unknown: Proposal = {
    key: 'parameters',
    name: 'page',
    value: 'p',
    reason: `${path}?page=2 is the first page again: what is its name?`,
    isSure: false,
  };
  return [...ofHeaders, ...ofNames, ...(hasUnknownName ? [unknown] : [])];
}

function ofPaths(asked: readonly AskedCall[]): Proposal[] {
  return asked.flatMap(({ call: { path, address }, reply, elsewhere }): Proposal[] => {
    if (!elsewhere) return [];
    const isList = path.includes('{') && !elsewhere.path.includes('{');
    const doubt = elsewhere.isPartial ? '. CHECK: only items of its first page are found' : '';
    const reason = `${address} ${reply?.status === 404 ? 'is 404' : 'has no content'}${isList ? ': the item is taken from the list' : ''}${doubt}`;
    const place: Proposal = { call: path, key: 'path', value: elsewhere.path, reason, isSure: !elsewhere.isPartial };
    const list = callPaths.find((known) => known === entityOf(path)) ?? path;
    const name: Proposal = {
      call: list,
      key: 'fields',
      name: path.endsWith('{slug}') ? 'slug' : 'id',
      value: elsewhere.field ?? '',
      reason: `the API knows items by their ${elsewhere.field}`,
      isSure: true,
    };
    return [...(elsewhere.path === path ? [] : [place]), ...(elsewhere.field === undefined ? [] : [name])];
  });
}

/** Calls in whose place the API has the page of its app; of an item, only this one may be missing. */
function ofPages(asked: readonly AskedCall[]): Proposal[] {
  return asked.flatMap(({ call: { path, address }, reply, elsewhere }): Proposal[] => {
    if (elsewhere || !reply || !isPage(reply)) return [];
    const reason = `${address} is a page of HTML`;
    return [{ call: path, key: 'none', value: 'none', reason, isSure: !path.includes('{') }];
  });
}

function ofContent(asked: readonly AskedCall[], results: readonly CallResult[], mapping: Mapping): Proposal[] {
  const shaper = new AnswerShaper(mapping);
  return asked.flatMap(({ call, reply }, index): Proposal[] => {
    const body = reply?.body;
    if (!body || reply.error !== undefined || isUsable(results[index] ?? { state: 'unasked' })) return [];
    const { holds } = fieldsOfCall(call.path);
    if (holds === 'list' && shapedItems(shaper, call, { bytes: body, status: reply.status ?? 200 })) return [];
    const found = holds === 'list' ? findContent(call, body) : holds === 'item' ? findObject(call, body) : undefined;
    if (!found) return [];
    return [{ call: call.path, key: 'content', value: found.expression, reason: found.reason, isSure: found.isSure }];
  });
}

/** Items with our names, by call. */
function itemsOf(asked: readonly AskedCall[], mapping: Mapping): ReadonlyMap<CallPath, Item[]> {
  const shaper = new AnswerShaper(mapping);
  return new Map(
    asked.flatMap(({ call, reply }): [CallPath, Item[]][] => {
      if (!reply?.body || reply.error !== undefined) return [];
      return [[call.path, shapedItems(shaper, call, { bytes: reply.body, status: reply.status ?? 200 }) ?? []]];
    }),
  );
}

const isReadBy = (formats: readonly string[], date: string): boolean =>
  parseWithFormats(date, formats)?.time !== undefined;

/** Dates that the mapping in use reads are as a person has decided. */
function ofDates(asked: readonly AskedCall[], mapping: Mapping): Proposal[] {
  const known = new AnswerMapping(mapping);
  const texts = [...itemsOf(asked, mapping)].flatMap(([path, items]) =>
    contractFields(path)
      .filter(({ form }) => form === 'date')
      .flatMap(({ name }) =>
        items.flatMap(({ [name]: received }) => {
          const value = typeof received === 'string' || typeof received === 'number' ? String(received) : '';
          return value === '' || isReadBy(known.dates(path), value) ? [] : [{ at: `${name} of ${path}`, value }];
        }),
      ),
  );
  const { formats, isAmbiguous } = detectDateFormats(
    texts.map(({ value }) => value),
    new Date(),
  );
  const [format] = formats;
  const first = texts.find(({ value }) => format !== undefined && isReadBy([format], value));
  if (!first) return [];
  const doubt = isAmbiguous
    ? '. CHECK: the texts do not say whether the day or the month is first, or of which calendar they are'
    : '';
  return [
    {
      key: 'dates',
      value: [...(mapping.dates ?? []), ...formats],
      reason: `${first.at}, for example ${quote(first.value)}${doubt}`,
      isSure: true,
    },
  ];
}

/** A field that the site drops from every item was found wrongly. */
function withoutUnread(proposals: readonly Proposal[], { results }: Pick<Evaluation, 'results'>): Proposal[] {
  const isUnread = ({ call, key, name }: Proposal): boolean => {
    const result = results.find(({ path }) => path === call);
    if (key !== 'fields' || !result || !isUsable(result)) return false;
    return result.faults.some(
      ({ kind, field, count }) => kind === 'dropped' && field.split('.')[0] === name && count >= (result.items ?? 0),
    );
  };
  return proposals.map((proposal) => (isUnread(proposal) ? { ...proposal, isSure: false } : proposal));
}
