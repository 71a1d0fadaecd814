import request from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createParseContext } from '../../../packages/gateway/src/field-parsers.ts';
import { type CallPath, callPaths, calls, listCallOf } from '../../../packages/model/src/content-api.ts';
import { startSite, type TestSite } from '../../support/site.ts';
import { data } from '../../support/upstream.ts';

/* Every call, on an upstream and on the example's folder: what we serve is in the contract's normalised form. */

const dropped: string[] = [];
const ctx = createParseContext({
  timeZone: 'Asia/Kathmandu',
  videoOrigins: [],
  onDropped: (path, reason) => dropped.push(`${path}: ${reason}`),
});

/** An address of each call, on both. */
const ADDRESSES: Record<string, string> = { '{id}': '1', 'services/{slug}': 'services/demat' };
const onUpstream: Record<string, string> = {
  ...ADDRESSES,
  'category/{slug}': 'category/saving',
  'dataset/{slug}': 'dataset/values',
  'subject/{slug}': 'subject/fund',
  'page/{slug}': 'page/rules',
};
const onFolder: Record<string, string> = {
  ...ADDRESSES,
  'category/{slug}': 'category/dividend',
  'dataset/{slug}': 'dataset/issues',
  'subject/{slug}': 'subject/aarambha-equity',
  'page/{slug}': 'page/privacy',
};
/** Ours alone: upstreams of this family have no such calls. */
const OURS = new Set<CallPath>(['redirects', 'category']);

let upstream: TestSite;
let folder: TestSite;
beforeAll(async () => {
  [upstream, folder] = await Promise.all([startSite(), startSite({ CONTENT_DIR: 'content' })]);
  upstream.upstream.answer(
    'search',
    data({
      results: [{ kind: 'notice', id: 2, name: 'Dividend', href: '/notice/2', excerpt: 'a <mark>dividend</mark>' }],
      filters: { kind: [], fiscal_year: [{ value: '2082/83', label: '2082/83', count: '1' }] },
      facets: [{ kind: 'notice', label: 'Notices', count: 1 }],
      direct: { kind: 'faq', id: 1, name: 'What?', href: '/faq#question-1', text: 'That.' },
      did_you_mean: 'dividends',
    }),
  );
});
afterAll(() => Promise.all([upstream.close(), folder.close()]));

const cases = callPaths.flatMap((path) => [
  ...(OURS.has(path) ? [] : [{ path, of: 'an upstream', site: () => upstream, addresses: onUpstream }]),
  ...(calls[path].folderAnswer === 'none'
    ? []
    : [{ path, of: 'the content folder', site: () => folder, addresses: onFolder }]),
]);

/** The sizes of pictures are said beside what the contract has, each time anew. */
const withoutSizes = (data: unknown): unknown =>
  JSON.parse(
    JSON.stringify(data, (name, value: unknown) => {
      if (name === 'scaled' || name === 'colour') return undefined;
      return typeof value === 'string' ? value.replace(/ srcset="[^"]*" sizes="[^"]*"/g, '') : value;
    }),
  );

describe('what we serve', () => {
  it('is in the form of the contract, each call of an upstream and of the content folder', async () => {
    for (const { path, of, site, addresses } of cases) {
      const name = `${path} of ${of}`;
      const address = addresses[path] ?? path.replace('{id}', '1');
      const { status, body } = await request(site().app).get(`/frontapi/en/${address}`);
      expect.soft([status, body.error], name).toEqual([200, false]);
      if (status !== 200) continue;

      // What is in the normalised form stays as it is when it is read once more.
      const again: unknown = calls[path].data(ctx).parse(body.data);
      const { complete: _, ...normalised } = JSON.parse(JSON.stringify(again));
      expect.soft(withoutSizes(body.data), name).toEqual(normalised);
      expect.soft(dropped.splice(0), name).toEqual([]);

      const list = listCallOf(path);
      if (!list) continue;
      expect.soft(body.data[list.name], name).toBeInstanceOf(Array);
      expect.soft(body.data.pagination, name).toEqual({
        current_page: 1,
        last_page: expect.any(Number),
        per_page: expect.any(Number),
        total: expect.any(Number),
      });
      expect.soft(Object.keys(body.data.filters), name).toEqual([...list.filters]);
      for (const item of body.data[list.name]) expect.soft(typeof (item.id ?? item.slug), name).toBe('string');
    }
    expect(cases.length).toBeGreaterThan(50);
  });
});
