import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { UpstreamOptions } from '../../../packages/cms/src/http-exchange.ts';
import { FAILURES_BEFORE_PAUSE } from '../../../packages/cms/src/policy.ts';
import { Upstream } from '../../../packages/cms/src/upstream.ts';
import type { SourceRequest } from '../../../packages/gateway/src/content-source.ts';
import { data, failure, json, startUpstream, type TestUpstream, withHeaders } from '../../support/upstream.ts';

/* How the calls of the contract become requests of an API with other addresses and headers. */

let server: TestUpstream;
let upstream: Upstream;
beforeEach(async () => {
  server = await startUpstream();
});
afterEach(async () => {
  await upstream.close();
  await server.close();
});

const open = (options: Partial<UpstreamOptions>) => {
  upstream = new Upstream({ url: server.url, timeoutMs: 2_000, concurrency: 2, maxBytes: 100_000, ...options });
};
const get = (address: string, headers?: Record<string, string>, options: Partial<SourceRequest> = {}) =>
  upstream.get(
    address,
    { priority: 'visitor', isUnlisted: false, signal: new AbortController().signal, headers, ...options },
    async ({ bytes, status }) => {
      const text = String(bytes);
      if (text.startsWith('<')) return { kind: 'not-json', message: 'HTML' };
      const { message = 'no', ...rest } = JSON.parse(text || '{}');
      return status < 400 ? { kind: 'answer', answer: { data: rest, faults: [] } } : { kind: 'refused', message };
    },
  );

describe('the headers of the operator', () => {
  it('are in every request, instead of our own of the same names, but for the token and those of the call', async () => {
    open({
      authorization: 'Bearer key',
      headers: { Accept: 'application/vnd.api+json', Referer: 'https://www.example.com.np/', Authorization: 'x' },
    });
    server.answer('moved', withHeaders(302, { location: '/frontapi/en/blogs' }));
    await get('moved', { 'x-preview': '1' });
    for (const { headers } of server.calls)
      expect(headers).toMatchObject({
        accept: 'application/vnd.api+json',
        referer: 'https://www.example.com.np/',
        authorization: 'Bearer key',
        'x-preview': '1',
        'x-requested-with': 'XMLHttpRequest',
      });
    expect(server.calls.map(({ address }) => address)).toEqual(['moved', 'blogs']);
  });

  it('reach no other origin', async () => {
    const other = await startUpstream();
    open({ headers: { Referer: 'https://www.example.com.np/' } });
    server.answer('moved', withHeaders(302, { location: `${other.origin}/frontapi/en/blogs` }));
    await expect(get('moved')).rejects.toMatchObject({ status: 502, code: 'other-port' });
    expect([other.calls, other.pictures]).toEqual([[], []]);
    await other.close();
  });
});

describe('an upstream that leads on and on', () => {
  it('is followed three times', async () => {
    open({});
    const redirect = (from: string, to: string) =>
      server.answer(from, withHeaders(302, { location: `/frontapi/en/${to}` }));
    redirect('a', 'b');
    redirect('b', 'c');
    redirect('c', 'blogs');
    redirect('start', 'a');
    await get('a');
    expect(server.calls.map(({ address }) => address)).toEqual(['a', 'b', 'c', 'blogs']);
    await expect(get('start')).rejects.toMatchObject({ status: 502 });
    expect(server.calls.map(({ address }) => address).slice(4)).toEqual(['start', 'a', 'b', 'c']);
  });
});

describe('the headers of an answer', () => {
  it('may have 16 kB', async () => {
    open({});
    server.answer('small', withHeaders(200, { 'x-long': 'x'.repeat(15_000) }, '{}'));
    server.answer('large', withHeaders(200, { 'x-long': 'x'.repeat(17_000) }, '{}'));
    await get('small');
    await expect(get('large')).rejects.toMatchObject({ status: 502 });
  });
});

describe("the API's own address of a call", () => {
  const THEIRS: Record<string, string> = {
    blogs: 'posts?type=blog',
    'blogs?page=2': 'posts?p=2',
    faq: '/api/v2/faq',
    news: '//elsewhere.example/news',
    notice: 'https://elsewhere.example/notice',
    album: 'http://[',
  };
  const asked = () => [...server.calls, ...server.pictures].map(({ address }) => address);

  it('is below the base of the edition, or below the origin', async () => {
    open({ locales: ['en', 'ne'], addressOf: (address) => THEIRS[address] });
    for (const address of ['posts', 'ne/posts']) server.answer(address, data({}));
    server.picture('/api/v2/faq', data({}));
    for (const address of ['blogs', 'ne/blogs?page=2', 'faq']) await get(address);
    expect(asked()).toEqual(['posts?type=blog', 'ne/posts?p=2', '/api/v2/faq']);
  });

  it('may be none: the call is 404 without a request', async () => {
    open({ addressOf: (address) => THEIRS[address] });
    await expect(get('career')).rejects.toMatchObject({ status: 404 });
    expect(asked()).toEqual([]);
  });

  it.each(['news', 'notice', 'album'])('does not lead to another origin: %s', async (call) => {
    open({ addressOf: (address) => THEIRS[address] });
    await expect(get(call)).rejects.toMatchObject({
      status: 502,
      message: `The path of the call ${call} leads away from ${server.origin}: correct it in mapping.yaml (FRONTAPI_MAPPING).`,
    });
    expect(asked()).toEqual([]);
  });

  it('does not change what a 422 means: our own call has parameters or not', async () => {
    open({ addressOf: (address) => (address === 'contact' ? 'pages?name=contact' : 'one-blog') });
    server.answer('one-blog', failure(422));
    server.answer('pages', failure(422));
    await expect(get('blogs/1')).rejects.toMatchObject({ status: 502 });
    await expect(get('contact')).rejects.toMatchObject({ status: 429 });
  });
});

it('says that there is no API where every call is 404', async () => {
  open({ url: `${server.origin}/frontapi/ne/` });
  const codes = [];
  for (const call of ['site', 'home', 'blogs/1', 'news', 'notice', 'faq'])
    codes.push(await get(call).catch(({ code }) => code));
  expect(codes).toEqual([...Array(5).fill('not-found'), 'nothing-found']);
});

describe('a call on which nothing depends', () => {
  it('is not repeated when it fails, as another is, and is no reason to leave the upstream alone', async () => {
    open({});
    server.answer('blogs/1', failure(500));
    const getOptional = () => get('blogs/1', undefined, { isOptional: true });
    for (let times = 0; times < FAILURES_BEFORE_PAUSE; times += 1)
      await expect(getOptional()).rejects.toMatchObject({ status: 502 });
    expect(server.calls).toHaveLength(FAILURES_BEFORE_PAUSE);
    await expect(get('blogs/1')).rejects.toMatchObject({ status: 502 });
    expect(server.calls).toHaveLength(FAILURES_BEFORE_PAUSE + 2);
  });
});

describe('what is not there', () => {
  const page = withHeaders(200, { 'content-type': 'text/html' }, '<!doctype html><title>Our app</title>');

  it('is 404 where Laravel says so with 500, asked for once', async () => {
    open({});
    server.answer('notice/99', json(500, { error: true, message: 'No query results for model [App\\Notice] 99' }));
    await expect(get('notice/99')).rejects.toMatchObject({ status: 404 });
    expect(server.calls).toHaveLength(1);
  });

  it('is 404 where an app’s page is in its place, once the API has answered another call', async () => {
    open({ locales: ['en', 'ne'] });
    for (const address of ['faq', 'blogs/99', 'blogs/3', 'ne/home']) server.answer(address, page);
    const unlisted = { isUnlisted: true };
    await expect(get('blogs/99', undefined, unlisted)).rejects.toMatchObject({ status: 502 });
    await get('home');
    await expect(get('blogs/99', undefined, unlisted)).rejects.toMatchObject({ status: 404 });
    await expect(get('faq')).rejects.toMatchObject({ status: 404 });
    // A list leads to it: it is there, and so is a call that was answered before.
    await expect(get('blogs/3')).rejects.toMatchObject({ status: 502, code: 'html-page' });
    await expect(get('ne/home')).rejects.toMatchObject({ status: 502, code: 'html-page' });
    server.answer('home', page);
    await expect(get('home')).rejects.toMatchObject({ status: 502, code: 'html-page' });
  });
});

describe('failures that pause no other call', () => {
  const fail = async (address: string, options?: Partial<SourceRequest>) => {
    server.answer(address, failure(500));
    for (let times = 0; times < FAILURES_BEFORE_PAUSE; times += 1)
      await expect(get(address, undefined, options)).rejects.toMatchObject({ status: 502 });
  };

  it('are those of calls that a visitor may have invented', async () => {
    open({});
    await fail('blogs/99', { isUnlisted: true });
    await get('home');
  });

  it('are those of another edition', async () => {
    open({ locales: ['en', 'ne'] });
    server.answer('ne/home', failure(500));
    for (let times = 0; times < FAILURES_BEFORE_PAUSE; times += 1)
      await expect(get('ne/home')).rejects.toMatchObject({ status: expect.toSatisfy((status) => status >= 502) });
    await expect(get('ne/home')).rejects.toMatchObject({ status: 503 });
    await get('home');
  });
});

it.each([
  ['401', json(401, { message: 'Unauthenticated.' })],
  ['403', json(403, { message: 'Forbidden' })],
  ['a login page', withHeaders(200, { 'content-type': 'text/html' }, '<title>Login</title><input type="password">')],
  ['a redirect to another host', withHeaders(302, { location: 'https://login.example/' })],
])(
  'a token that is not accepted any more, as %s says, pauses calls once three of them are refused',
  async (_, refusal) => {
    open({});
    for (const address of ['home', 'news', 'faq', 'site']) server.answer(address, refusal);
    for (const address of ['home', 'home', 'home', 'news'])
      await expect(get(address)).rejects.toMatchObject({ status: 502 });
    await expect(get('faq', undefined, { isUnlisted: true })).rejects.toMatchObject({ status: 502 });
    await expect(get('faq')).rejects.toMatchObject({ status: 502 });
    const asked = server.calls.length;
    await expect(get('site')).rejects.toMatchObject({ status: 503, message: expect.stringContaining('paused') });
    expect(server.calls).toHaveLength(asked);
  },
);
