import request from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startSite, type TestSite } from '../../support/site.ts';

let site: TestSite;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.close());

const get = (path: string) => request(site.app).get(`/frontapi/en/${path}`);

describe('the content API on our own origin', () => {
  it.each(['site', 'home', 'sliders', 'blogs', 'blogs?page=2', 'blogs/3', 'blogs/blog-3'])(
    '%s succeeds',
    async (path) => {
      const { status, headers, body } = await get(path);
      expect(status).toBe(200);
      expect(headers['content-type']).toBe('application/json; charset=utf-8');
      expect(headers['cache-control']).toBe('public, max-age=0, s-maxage=60');
      expect(body).toMatchObject({ error: false, data: expect.any(Object) });
      // One for all encodings, whose bytes differ.
      expect(headers.etag).toMatch(/^W\/"/);
      for (const encoding of ['br', 'identity'])
        await get(path)
          .set({ 'If-None-Match': String(headers.etag), 'Accept-Encoding': encoding })
          .expect(304)
          .expect('Vary', 'Accept-Encoding');
    },
  );

  it('gives a list with its pages and what it can be filtered by, without the texts', async () => {
    const { data } = (await get('blogs?page=2')).body;
    expect(data.pagination).toEqual({ current_page: 2, last_page: 2, per_page: 12, total: 14 });
    expect(data.filters).toEqual({
      category: [
        { value: 'saving', label: 'Saving', count: 7 },
        { value: 'shares', label: 'Shares', count: 7 },
      ],
    });
    expect(data.blogs).toHaveLength(2);
    expect(data.blogs[0]).not.toHaveProperty('description');
    expect(data.blogs[0]).toMatchObject({
      id: '2',
      created_at: '2024-02-02T12:00:00+05:45',
      created_at_text: 'February 2nd 2024',
    });
  });

  it('filters, searches and pages', async () => {
    expect((await get('blogs?category=saving&per_page=3')).body.data).toMatchObject({
      blogs: [{ id: '13' }, { id: '11' }, { id: '9' }],
      pagination: { current_page: 1, last_page: 3, per_page: 3, total: 7 },
    });
    expect((await get('blogs?search=NUMBER 12')).body.data.blogs).toMatchObject([{ id: '12' }]);
    expect((await get('blogs?search=nothing-like-it')).body.data).toMatchObject({
      blogs: [],
      pagination: { last_page: 1 },
    });
  });

  it('gives an item with its text', async () => {
    expect((await get('blogs/3')).body.data.blog).toMatchObject({
      id: '3',
      description: expect.stringContaining('<p>Text of blog 3.</p>'),
      description_text: 'Part one Text of blog 3. The first',
    });
  });

  it.each([
    ['blogs/999', 404],
    ['blogs?page=3', 404],
    ['blogs/a.b', 404],
    ['nope', 404],
    ['blogs/3/x', 404],
    ['blogs%2F3', 404],
    ['__proto__', 404],
    ['blogs/%0a', 400],
    ['blogs/%e2%80%a8', 400],
    ['%zz', 400],
    ['blogs?page=0', 400],
    ['blogs?per_page=51', 400],
    ['blogs?page=1&page=1', 400],
    [`blogs?search=${'a'.repeat(101)}`, 400],
    [`blogs?x=${'a'.repeat(2_048)}`, 414],
  ])('%s is a failure with status %i', async (path, expected) => {
    const { status, headers, body } = await get(path);
    expect(status).toBe(expected);
    expect(headers['cache-control']).toBe('no-store');
    expect(body).toEqual({ error: true, message: expect.any(String) });
  });

  it('ignores parameters that no call has, and asks the upstream without them', async () => {
    await get('blogs?per_page=7&utm_source=mail').expect(200);
    expect(site.upstream.calls.map(({ address }) => address)).toContain('blogs?per_page=7');
  });

  it('marks every call as an XMLHttpRequest', () => {
    expect(site.upstream.calls.length).toBeGreaterThan(0);
    for (const { headers } of site.upstream.calls) {
      expect(headers).toMatchObject({ 'x-requested-with': 'XMLHttpRequest', accept: 'application/json' });
    }
  });
});

describe('one call', () => {
  it('is made for all who ask at once', async () => {
    site.gateway.purge();
    const before = site.upstream.calls.length;
    const answers = await Promise.all(Array.from({ length: 20 }, () => get('blogs/5')));
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect(site.upstream.calls.slice(before).map(({ address }) => address)).toEqual(['blogs/5']);
  });
});
