import fc from 'fast-check';
import { request } from 'undici';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { examples } from '../../../tests/support/extents.ts';
import { startUpstream, type TestUpstream } from '../../../tests/support/upstream.ts';
import { type CallPath, callPaths, listCallOf } from '../../model/src/content-api.ts';
import { readCall } from '../src/call.ts';
import { AnswerNormaliser } from '../src/normalise-answer.ts';

/* Whatever an upstream answers: it is read, left out or refused, and what was read is in the contract's form. */

const normaliser = new AnswerNormaliser({
  timeZone: 'Asia/Kathmandu',
  origin: 'https://cms.example',
  videoOrigins: [],
});
const callOf = (path: CallPath) => readCall(path, { id: '1', slug: 'one' });
const read = (path: CallPath, data: unknown) =>
  normaliser.normalise(
    callOf(path),
    { bytes: Buffer.from(JSON.stringify({ error: false, data })), status: 200 },
    'both',
  );

const scalar = fc.oneof(
  fc.constantFrom(
    null,
    true,
    false,
    0,
    1,
    2,
    -1,
    '',
    '0',
    '1',
    'x',
    '2024-03-05',
    '2024-02-31 10:00',
    'javascript:alert(1)',
  ),
  fc.constantFrom(
    '<b>x</b>',
    '<script>x</script>',
    '/a.jpg',
    'https://cms.example/a',
    '__proto__',
    '\ud800',
    '2081/82',
  ),
  fc.double(),
  fc.string({ unit: 'binary', maxLength: 12 }),
);
const NAMES =
  'id name slug summary description files location data current_page last_page per_page total pagination filters error type title question answer category created_at created_at_bs published_at expires_at expires_at_bs members menu children href label __proto__ constructor toString length 0 1'.split(
    ' ',
  );
const value = fc.letrec((tie) => ({
  any: fc.oneof({ depthSize: 'small', withCrossShrink: true }, scalar, tie('list'), tie('object')),
  list: fc.array(tie('any'), { maxLength: 4 }),
  object: fc.dictionary(fc.oneof(fc.constantFrom(...NAMES), fc.string({ maxLength: 4 })), tie('any'), { maxKeys: 6 }),
})).any;

let upstream: TestUpstream;
beforeAll(async () => {
  upstream = await startUpstream();
});
afterAll(() => upstream.close());

const SLUGS: Partial<Record<CallPath, string>> = {
  'category/{slug}': 'category/saving',
  'services/{slug}': 'services/demat',
  'page/{slug}': 'page/rules',
};
/** What the test upstream does not have. */
const OTHERS: Partial<Record<CallPath, unknown>> = {
  search: {
    results: [
      {
        kind: 'notice',
        id: '2',
        name: 'Dividend',
        href: '/notice/2',
        excerpt: 'a <mark>dividend</mark>',
        date: '2024-01-01',
      },
      {
        kind: 'faq',
        id: '2',
        name: 'When?',
        href: '/faq#question-2',
        file: { name: 'A form', href: '/media/form.pdf' },
      },
    ],
    pagination: { current_page: 1, last_page: 1, per_page: 12, total: 2 },
    filters: { fiscal_year: [{ value: '2082/83', label: '2082/83', count: 1 }] },
    facets: [{ kind: 'notice', label: 'Notices', count: 1 }],
    direct: { kind: 'faq', id: '2', name: 'When?', href: '/faq#question-2', text: 'Soon.', phones: ['1'], files: [] },
    did_you_mean: 'dividend',
    is_partial: true,
  },
  dataset: { datasets: [{ id: 'one', name: 'Values', columns: [{ key: 'date', type: 'date' }], total: 1 }] },
  'dataset/{slug}': {
    dataset: {
      id: 'one',
      name: 'Values',
      columns: [
        { key: 'date', type: 'date', calendar: 'bs' },
        { key: 'nav', type: 'money', unit: 'NPR' },
        { key: 'more', type: 'link' },
      ],
      chart: { kind: 'line', x: 'date', y: ['nav'] },
      unique_by: ['date'],
      rows: [
        ['2083-04-01', '10.05', '[A report](/report)'],
        { date: '2083-04-02', nav: 10.1 },
        ['2083-04-03', '', null],
      ],
    },
  },
  'subject/{slug}': { report: [{ id: '1', name: 'A report' }], totals: { report: 1 } },
  redirects: { redirects: [{ from: '/old', to: '/new' }] },
  category: { categories: [{ slug: 'saving', name: 'Saving' }] },
};

async function wellAnswered(path: CallPath): Promise<unknown> {
  if (OTHERS[path]) return OTHERS[path];
  const { statusCode, body } = await request(upstream.url + (SLUGS[path] ?? path.replace('{id}', '1')), {
    reset: true,
  });
  expect(statusCode).toBe(200);
  const answer: unknown = await body.json();
  return typeof answer === 'object' && answer !== null && 'data' in answer ? answer.data : undefined;
}

/** A good answer in which one value, anywhere, is another. */
function spoilt(data: unknown, at: number, by: unknown): unknown {
  let left = at;
  const walk = (node: unknown): unknown => {
    left -= 1;
    if (left === 0) return by;
    if (Array.isArray(node)) return node.map(walk);
    if (typeof node !== 'object' || node === null) return node;
    return Object.fromEntries(Object.entries(node).map(([name, field]) => [name, walk(field)]));
  };
  return walk(data);
}

function expectContract(path: CallPath, data: unknown): void {
  const outcome = read(path, data);
  expect(['answer', 'failed']).toContain(outcome.kind);
  if (outcome.kind === 'failed') expect([404, 502]).toContain(outcome.status);
  if (outcome.kind !== 'answer') return;
  const sent = JSON.parse(JSON.stringify(outcome.answer.data));
  // Other fields are plain text, in which a sign is a sign.
  // The location of a vacancy is the name of a place, a table has columns of any name.
  const addresses = /^(career|dataset)/.test(path)
    ? 'href|map_url|apply_url'
    : 'href|location|map_url|apply_url|from|to';
  expect(JSON.stringify(sent)).not.toMatch(new RegExp(`"(${addresses})":"javascript:`));
  if (path !== 'home' && path !== 'sliders')
    expect(JSON.stringify(sent)).not.toMatch(/"(description|answer)":"[^"]*<script/);
  const name = listCallOf(path)?.name;
  if (name) expect(sent).toMatchObject({ [name]: expect.any(Array), pagination: { current_page: expect.any(Number) } });
  // What we serve is in the form that we read: it is the same when it is read again, where it was stored.
  const again = read(path, sent);
  expect(again.kind).toBe('answer');
  if (again.kind !== 'answer') return;
  expect(JSON.parse(JSON.stringify(again.answer.data))).toEqual(sent);
  // A category keeps its slug if no address can have it: lists group by it. An item without a date keeps none, and what is no
  // telephone and no mailbox stays text.
  const isKept = ({ path: place, reason }: { path: string; reason: string }) =>
    /category\.slug$|created_at$/.test(place) || /shown as text$/.test(reason);
  expect(again.answer.faults.filter((fault) => !isKept(fault))).toEqual([]);
}

describe.each(callPaths)('the answer to %s', (path) => {
  it('may be anything', { tags: ['properties'] }, () => {
    fc.assert(
      fc.property(value, (data) => expectContract(path, data)),
      { seed: 21, numRuns: examples(150) },
    );
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });

  it('may have anything in the place of one of its values', { tags: ['properties'] }, async () => {
    const good = await wellAnswered(path);
    const size = JSON.stringify(good).split(/[[{,]/).length;
    fc.assert(
      fc.property(fc.integer({ min: 1, max: size }), value, (at, by) => expectContract(path, spoilt(good, at, by))),
      { seed: 21, numRuns: examples(150) },
    );
  });
});
