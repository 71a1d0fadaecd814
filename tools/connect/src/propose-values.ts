import type { CallPath } from '@foyer/model';
import { contractFields } from './contract-fields.ts';
import type { Proposal } from './proposal.ts';
import { quote } from './quote.ts';
import type { Item } from './sources.ts';
import { isEmpty } from './value-forms.ts';

/* Values that the contract writes in another way. */

const MEANINGS: Readonly<Record<string, readonly (readonly [RegExp, string])[]>> = {
  employment_type: [
    [/full/i, 'FULL_TIME'],
    [/part/i, 'PART_TIME'],
    [/contract/i, 'CONTRACTOR'],
    [/temp/i, 'TEMPORARY'],
    [/intern|trainee/i, 'INTERN'],
  ],
  type: [
    [/^(?:blogs?|posts?|articles?)$/i, 'blog'],
    [/^news$/i, 'news'],
    [/^notices?$/i, 'notice'],
  ],
};
const YES = /^(?:yes|y|on|active)$/i;
const NO = /^(?:no|n|off|inactive)$/i;
/** Fields that say whether an item is public, and values with which it is not. */
const STATES = ['status', 'state', 'is_published', 'is_active', 'publish_status'];
const NOT_PUBLIC = /^(?:0|false|draft|unpublished|inactive|pending|hidden)$/i;
/** A field with more values is no state. */
const STATE_VALUES = 6;

/** @param items with our names */
export function proposeValues(items: ReadonlyMap<CallPath, readonly Item[]>): Proposal[] {
  return [...items].flatMap(([call, all]) =>
    // The call of an item has the values of its list's.
    call.includes('{') && call !== 'category/{slug}' ? [] : [...ofFields(call, all), ...ofState(call, all)],
  );
}

function ofFields(call: CallPath, items: readonly Item[]): Proposal[] {
  return contractFields(call).flatMap(({ name, form, values }): Proposal[] => {
    const received = distinct(items, name);
    const meaning = (text: string): string | boolean | undefined => {
      if (form === 'flag') return YES.test(text) ? true : NO.test(text) ? false : undefined;
      if (!values || values.includes(text)) return undefined;
      const [, ours] = (MEANINGS[name] ?? []).find(([pattern]) => pattern.test(text)) ?? [];
      return ours !== undefined && values.includes(ours) ? ours : undefined;
    };
    const table = Object.fromEntries(
      received.flatMap((text) => {
        const ours = meaning(text);
        return ours === undefined ? [] : [[text, ours]];
      }),
    );
    if (Object.keys(table).length === 0) return [];
    return [
      { call, key: 'values', name, value: table, reason: `received: ${received.map(quote).join(', ')}`, isSure: true },
    ];
  });
}

/** Only a person knows whether an item with that state is for the public. */
function ofState(call: CallPath, items: readonly Item[]): Proposal[] {
  if (items.some((item) => 'draft' in item)) return [];
  return STATES.flatMap((name): Proposal[] => {
    const received = distinct(items, name);
    if (received.length < 1 || received.length > STATE_VALUES || !received.some((text) => NOT_PUBLIC.test(text)))
      return [];
    const table = Object.fromEntries(received.map((text) => [text, NOT_PUBLIC.test(text)]));
    const reason = `${name} is ${received.map(quote).join(' or ')}: are some items drafts?`;
    return [
      { call, key: 'fields', name: 'draft', value: name, reason, isSure: false },
      { call, key: 'values', name: 'draft', value: table, reason: 'true: visitors do not see it', isSure: false },
    ];
  }).slice(0, 2);
}

const distinct = (items: readonly Item[], name: string): string[] => [
  ...new Set(
    items.flatMap((item) => (isEmpty(item[name]) || typeof item[name] === 'object' ? [] : [String(item[name])])),
  ),
];
