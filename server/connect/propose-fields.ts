import { type CallPath, callPaths, calls } from '../../shared/content-api.ts';
import type { Mapping } from '../mapping-document.ts';
import { contractFields, entityOf } from './contract-fields.ts';
import type { AskedCall, Evaluation } from './evaluate.ts';
import type { Proposal } from './proposal.ts';
import { quote } from './quote.ts';
import { findResemblances, type Resemblance } from './resemblance.ts';
import type { Item } from './sources.ts';
import { isObject } from './value-forms.ts';

/* Fields of the API that are ours under other names. */

/** Lists that another call contains, and the call whose fields their elements have. */
const PARTS: readonly (readonly [CallPath, string, CallPath])[] = [
  ['home', 'sliders', 'sliders'],
  ['home', 'blogs', 'blogs'],
];

/** @param mapping in use: what it says already is not proposed */
export function proposeFields(asked: readonly AskedCall[], { received }: Evaluation, mapping: Mapping): Proposal[] {
  const locales = new Map(asked.map(({ call }) => [call.path, call.locale]));
  const items = new Map(received);
  for (const [whole, part, path] of PARTS) {
    const elements = (received.get(whole) ?? []).flatMap((data) => data[part]).filter(isObject);
    if (!items.get(path)?.length && elements.length > 0) items.set(path, elements);
  }
  const found = new Map<CallPath, Resemblance[]>();
  for (const [path, all] of items) {
    const naming = { call: entityOf(path), locale: locales.get(path) ?? 'en' };
    found.set(path, findResemblances(all, contractFields(path), naming));
  }
  // Their elements have the fields of these calls.
  for (const [whole, part] of PARTS)
    found.set(whole, found.get(whole)?.filter(({ field, from }) => field !== part || from[0] !== part) ?? []);
  const proposals = [...found].flatMap(([path, own]) => {
    const list = listOf(path);
    const ofList = list && found.get(list);
    return list && ofList ? besideList(path, own, list, ofList) : own.map((each) => proposalOf(path, each));
  });
  return [...proposals, ...ofSlides(items.get('sliders'))].filter(({ call, name }) => !isMapped(mapping, call, name));
}

/** The call of an item has the fields of its list's, that of a certain page those of all: what is new goes there, and only a contradiction to its own call. */
function besideList(path: CallPath, own: Resemblance[], list: CallPath, ofList: Resemblance[]): Proposal[] {
  const known = new Map(ofList.map((resemblance) => [resemblance.field, resemblance]));
  const contradicts = own.some(({ field, expression, isSure }) => {
    const other = known.get(field);
    return isSure && other?.isSure && other.expression !== expression;
  });
  if (contradicts) return own.map((resemblance) => proposalOf(path, resemblance));
  return own.filter(({ field }) => !known.has(field)).map((resemblance) => proposalOf(list, resemblance));
}

function listOf(path: CallPath): CallPath | undefined {
  if (calls[path].itemId !== undefined) return 'page';
  if (!path.includes('{') || path === 'category/{slug}') return undefined;
  return callPaths.find((known) => known === entityOf(path));
}

const proposalOf = (
  call: CallPath,
  { field, from, expression, isSure, isOnlyChoice, example }: Resemblance,
): Proposal => ({
  call,
  key: 'fields',
  name: field,
  value: expression,
  reason:
    [...(expression === from[0] ? [] : [from.join(' and ')]), quote(example)].join(': ') +
    (isOnlyChoice ? '. CHECK: the only field that may be it' : ''),
  isSure,
});

/** A slide without a type is one of the first type. */
function ofSlides(items: readonly Item[] = []): Proposal[] {
  if (items.length === 0 || items.some(({ type }) => type !== undefined)) return [];
  const reason = 'the API has no types of slides';
  return [{ call: 'sliders', key: 'fields', name: 'type', value: '`1`', reason, isSure: true }];
}

function isMapped({ calls = {} }: Mapping, call: CallPath | undefined, name: string | undefined): boolean {
  const known = call && calls[call];
  return known !== undefined && known !== 'none' && name !== undefined && name in (known.fields ?? {});
}
