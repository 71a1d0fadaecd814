import { brotliCompressSync, gzipSync } from 'node:zlib';
import request from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { blogs } from '../support/content.ts';
import { startSite, type TestSite } from '../support/site.ts';
import {
  type Behaviour,
  data,
  drip,
  failure,
  json,
  later,
  onlyFor,
  raw,
  reset,
  silence,
  withHeaders,
} from '../support/upstream.ts';

/* Faulty upstreams, one per row, and what a visitor of a blog page gets. */

const blog = { ...blogs[0], id: 1 };
const good = JSON.stringify({ error: false, data: { blog } });
const like = (fields: object) => data({ blog: { ...blog, ...fields } });
const deep = `${'[{"a":'.repeat(5_000)}1${'}]'.repeat(5_000)}`;
/** 1 MB that unpacks to 1 GB. */
const bomb = gzipSync(Buffer.alloc(1_000_000_000, 'x'), { level: 9 });

interface Row {
  behaviour: Behaviour;
  status: 200 | 404 | 503;
  /** What stands in the page, and what does not. */
  shows?: RegExp;
  hides?: RegExp;
  /** What the operator is told. */
  log?: RegExp;
}

const OK = { status: 200, shows: /Text of blog 14\./ } as const;
const OK_ROW: Row = { behaviour: data({ blog }), ...OK };
const rows: Record<string, Row> = {
  'headers that come late': { behaviour: later(9500, data({ blog })), status: 503, log: /no answer in time/ },
  'a body that drips': { behaviour: drip(good, 400), status: 503, log: /no answer in time/ },
  'nothing at all': { behaviour: silence, status: 503, log: /no answer in time/ },
  'a reset': { behaviour: reset, status: 503, log: /closed the connection/ },
  'a reset once': { behaviour: onlyFor(1, reset, data({ blog })), ...OK },
  'a reset in the middle of the body': { behaviour: drip(good, 1, 64), status: 503, log: /closed the connection/ },
  'a reset in the middle of the body, once': { behaviour: onlyFor(1, drip(good, 1, 64), data({ blog })), ...OK },
  'JSON that breaks off': { behaviour: raw(200, 'application/json', good.slice(0, 90)), status: 503, log: /not JSON/ },
  'JSON under another name': { behaviour: raw(200, 'text/html; charset=latin1', good), ...OK },
  'JSON with a mark before it': { behaviour: raw(200, 'application/json', `\uFEFF${good}`), ...OK },
  'a page of HTML': { behaviour: raw(200, 'application/json', '<h1>Fatal error</h1>'), status: 503, log: /not JSON/ },
  'a bomb in gzip': {
    behaviour: withHeaders(200, { 'content-encoding': 'gzip' }, bomb),
    status: 503,
    log: /larger than/,
  },
  'a good answer in brotli': {
    behaviour: withHeaders(200, { 'content-encoding': 'br' }, brotliCompressSync(good)),
    ...OK,
  },
  'gzip that is none': {
    behaviour: withHeaders(200, { 'content-encoding': 'gzip' }, good),
    status: 503,
    log: /compresses its answer wrongly/,
  },
  'a body of 10 MB': { behaviour: like({ summary: 'x'.repeat(10_000_000) }), status: 503, log: /larger than/ },
  'JSON nested 10,000 deep': {
    behaviour: raw(200, 'application/json', `{"error":false,"data":${deep}}`),
    status: 503,
    log: /nested deeper/,
  },
  'status 500': { behaviour: failure(500), status: 503, log: /status 500/ },
  'status 500, once': { behaviour: onlyFor(1, failure(500), data({ blog })), ...OK },
  'status 422 on a call with a name': { behaviour: failure(422), status: 503, log: /status 422/ },
  'status 403': { behaviour: failure(403), status: 503, log: /status 403/ },
  'status 404': { behaviour: failure(404), status: 404 },
  'status 404 in HTML': { behaviour: raw(404, 'text/html', 'no'), status: 404 },
  'a redirect within': {
    behaviour: withHeaders(302, { location: '/frontapi/en/blogs/14' }),
    status: 200,
    shows: /Blog number 14/,
  },
  'a redirect elsewhere': {
    behaviour: withHeaders(302, { location: 'http://127.0.0.2:1/' }),
    status: 503,
    log: /redirects to another host, http:\/\/127\.0\.0\.2:1\/;/,
  },
  'a redirect to itself': {
    behaviour: withHeaders(302, { location: '/frontapi/en/blogs/1' }),
    status: 503,
    log: /redirects again and again, now to/,
  },
  'a redirect to nowhere': { behaviour: withHeaders(301, {}), status: 503, log: /leads nowhere/ },
  'error: true': { behaviour: json(200, { error: true, message: 'Busy' }), status: 503, log: /Busy/ },
  'error: "false"': {
    behaviour: json(200, { error: 'false', data: { blog } }),
    status: 503,
    log: /error is not false/,
  },
  'error: 0': { behaviour: json(200, { error: 0, data: { blog } }), status: 503, log: /error is not false/ },
  'a bare list of one': { behaviour: json(200, [blog]), ...OK, log: /content was guessed/ },
  'a bare list of two others': {
    behaviour: json(200, [
      { ...blog, id: 2 },
      { ...blog, id: 3 },
    ]),
    status: 404,
  },
  'no data': { behaviour: json(200, { error: false }), status: 503, log: /wrong shape/ },
  'nulls everywhere': {
    behaviour: like({
      slug: null,
      summary: null,
      files: null,
      created_at: null,
      created_by: null,
      category: null,
      tags: null,
    }),
    ...OK,
  },
  'empty strings everywhere': {
    behaviour: like({ slug: '', summary: '', created_at: '', files: '' }),
    status: 503,
    log: /files/,
  },
  'an id as a number': {
    behaviour: like({ id: 1 }),
    status: 200,
    shows: /canonical" href="https:\/\/www\.himal\.example\/blogs\/1"/,
  },
  'another zone': {
    behaviour: like({ created_at: '2024-03-04T18:30:00.000000Z' }),
    status: 200,
    shows: /March 5th 2024/,
  },
  'a date of a database': {
    behaviour: like({ created_at: '2024-03-05 00:10:00' }),
    status: 200,
    shows: /March 5th 2024/,
  },
  'no date': {
    behaviour: like({ created_at: 'yesterday' }),
    status: 200,
    hides: /yesterday/,
    log: /content does not fit/,
  },
  __proto__: {
    behaviour: raw(
      200,
      'application/json',
      good.replace(
        '{"blog":{',
        '{"__proto__":{"polluted":1},"blog":{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},',
      ),
    ),
    ...OK,
  },
  'a script in its text': {
    behaviour: like({ description: '<p>a</p><script>alert(1)</script><img src=x onerror=alert(1)>' }),
    status: 200,
    hides: /alert\(1\)/,
  },
  'a javascript: link': {
    behaviour: like({ description: '<a href=" java&#115;cript:alert(1)">a</a>' }),
    status: 200,
    hides: /script:alert/,
  },
  'a javascript: picture': {
    behaviour: like({ files: [{ location: 'javascript:alert(1)' }] }),
    status: 200,
    hides: /script:alert/,
    log: /content does not fit/,
  },
  'markup in its name': { behaviour: like({ name: '<script>alert(1)</script>' }), status: 200, hides: /<script>alert/ },
  'markup that would end the data': {
    behaviour: like({ summary: '</script><script>alert(1)</script>' }),
    status: 200,
    hides: /<script>alert/,
  },
};

/** Sites that start at the same time. */
const GROUP = 8;

// One wrong row may not pass for the next one's: each has a site of its own.
const answers = new Map<string, { site: TestSite; status: number; text: string; retryAfter?: string }>();
beforeAll(async () => {
  const open = async ([name, { behaviour }]: [string, Row]) => {
    const site = await startSite({ UPSTREAM_TIMEOUT: '8000', UPSTREAM_MAX_BYTES: '2000000' });
    site.upstream.answer('blogs/1', behaviour);
    site.upstream.answer('blogs/14', like({ id: 14 }));
    return { name, site };
  };
  const ask = async ({ name, site }: Awaited<ReturnType<typeof open>>) => {
    const { status, text } = await request(site.app).get('/blogs/1?whole=1');
    answers.set(name, { site, status, text });
  };
  // The first page of a process takes as long as many others.
  const first = await open(['first', OK_ROW]);
  await ask(first);
  answers.delete('first');
  await first.site.close();
  const all = Object.entries(rows);
  for (let start = 0; start < all.length; start += GROUP) {
    // All of them first: the start of one takes the time of a call of another.
    const sites = await Promise.all(all.slice(start, start + GROUP).map(open));
    await Promise.all(sites.map(ask));
  }
});
afterAll(() => Promise.all([...answers.values()].map(({ site }) => site.close())));

describe('an upstream that answers with', () => {
  it.each(Object.entries(rows))('%s', (name, { status, shows, hides, log }) => {
    const given = answers.get(name);
    expect(given?.status).toBe(status);
    if (status === 503) expect(given?.text).toContain('<h1>Sorry error occured!!!</h1>');
    if (status === 404) expect(given?.text).toContain('<h1>Content Not Available</h1>');
    if (shows) expect(given?.text).toMatch(shows);
    if (hides) expect(given?.text).not.toMatch(hides);
    const told = given?.site.log.filter(({ level }) => level >= 40).map(({ reason, msg }) => reason ?? msg);
    expect(told).toEqual(log ? [expect.stringMatching(log)] : []);
    expect(given?.text).not.toMatch(/127\.0\.0\.1:\d+\/frontapi|at \w+ \(|node_modules/);
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
  });
});
