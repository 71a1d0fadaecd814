import request from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createParseContext } from '../../../server/content-api/field-parsers.ts';
import { type CallPath, callPaths, calls, listCallOf } from '../../../shared/content-api.ts';
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
  'page/{slug}': 'page/rules',
};
const onFolder: Record<string, string> = {
  ...ADDRESSES,
  'category/{slug}': 'category/dividend',
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
  it.each(cases)('as $path of $of is in the form of the contract', async ({ path, site, addresses }) => {
    const address = addresses[path] ?? path.replace('{id}', '1');
    const { status, body } = await request(site().app).get(`/frontapi/en/${address}`);
    expect(status).toBe(200);
    expect(body.error).toBe(false);

    // What is in the normalised form stays as it is when it is read once more.
    const again: unknown = calls[path].data(ctx).parse(body.data);
    const { complete: _, ...normalised } = JSON.parse(JSON.stringify(again));
    expect(withoutSizes(body.data)).toEqual(normalised);
    expect(dropped).toEqual([]);

    const list = listCallOf(path);
    if (!list) return;
    expect(Array.isArray(body.data[list.name])).toBe(true);
    expect(body.data.pagination).toEqual({
      current_page: 1,
      last_page: expect.any(Number),
      per_page: expect.any(Number),
      total: expect.any(Number),
    });
    expect(Object.keys(body.data.filters)).toEqual([...list.filters]);
    for (const item of body.data[list.name]) expect(typeof (item.id ?? item.slug)).toBe('string');
  });
});
