import type { Mapping } from '@foyer/config';
import { type CallPath, callPaths, calls } from '@foyer/model';
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
    if (!list || !ofList || contradicts(own, ofList)) return own.map((each) => proposalOf(path, each));
    const further = own.filter(({ field }) => ofList.every((known) => known.field !== field));
    // The next call beside the list has them, too: profile those of about.
    found.set(list, [...ofList, ...further]);
    return further.map((each) => proposalOf(list, each));
  });
  return [...proposals, ...ofSlides(items.get('sliders'))].filter(({ call, name }) => !isMapped(mapping, call, name));
}

/** Whether a call has a field under another name than its list. */
const contradicts = (own: readonly Resemblance[], ofList: readonly Resemblance[]): boolean =>
  own.some(({ field, expression, isSure }) => {
    const other = ofList.find((known) => known.field === field);
    return isSure && other?.isSure && other.expression !== expression;
  });

/** The call whose fields a call has: that of an item those of its list, that of a certain page those of all. */
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
