import { load } from 'js-yaml';
import { expect, it } from 'vitest';
import { readMapping } from '../../../packages/folder/src/mapping-file.ts';
import { isUnchanged, mappingFile, proposalLines } from '../src/mapping-yaml.ts';
import { mappingWith, type Proposal } from '../src/proposal.ts';

const field = (call: Proposal['call'], name: string, value: string, isSure = true): Proposal => ({
  call,
  key: 'fields',
  name,
  value,
  reason: 'why',
  isSure,
});
const proposals: Proposal[] = [
  { key: 'headers', name: 'Referer', value: 'https://cms.example/', reason: 'refused without', isSure: true },
  { key: 'parameters', name: 'page', value: 'p', reason: 'a guess', isSure: false },
  { key: 'dates', value: ['DD/MM/YYYY', 'BS D MMMM YYYY'], reason: '"01/10/2026"', isSure: true },
  field('bod', 'name', 'full_name'),
  field('bod', 'files', '[{location: photo}]'),
  field('bod', 'phone', 'x', false),
  field('notice', 'name', 'titel', false),
  { call: 'blogs/{id}', key: 'path', value: 'posts/{id}', reason: '404', isSure: true },
  {
    call: 'career',
    key: 'values',
    name: 'employment_type',
    value: { 'Full Time': 'FULL_TIME', Yes: true },
    reason: 'r',
    isSure: true,
  },
  field('service-center', 'phones', "split(contact_no, ', ')"),
];

it('what is sure is the mapping; what is not, is comments', () => {
  const text = mappingFile('https://cms.example/', proposals);
  expect(load(text)).toEqual(mappingWith({}, proposals));
  expect(readMapping(text, 'mapping.yaml')).toEqual({ mapping: mappingWith({}, proposals), faults: [] });
  expect(text).toContain('# name: titel');
});

it('reads as a mapping with all comments made lines', () => {
  const text = proposalLines(proposals)
    .join('\n')
    .replace(/^( *)# (?=[\w"{}/-]+:)/gm, '$1');
  expect(load(text)).toEqual(
    mappingWith(
      {},
      proposals.map((proposal) => ({ ...proposal, isSure: true })),
    ),
  );
});

it('is known as its own until it is changed', () => {
  const text = mappingFile('https://cms.example/', proposals);
  expect(isUnchanged(text)).toBe(true);
  expect(isUnchanged(`${text}# mine\n`)).toBe(false);
  expect(isUnchanged('calls: {}\n')).toBe(false);
});
