import { pino } from 'pino';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { readConfig } from '../../../packages/config/src/config.ts';
import type { AnsweredCall } from '../../../packages/gateway/src/call-result.ts';
import { fallbackSite } from '../../../packages/gateway/src/fallback-site.ts';
import { Gateway } from '../../../packages/gateway/src/gateway.ts';
import { Normaliser } from '../../../packages/gateway/src/normaliser.ts';
import { ContentError } from '../../../packages/model/src/content-error.ts';
import { loadMessages } from '../../../packages/model/src/edition.ts';
import { monotonicNow } from '../../../packages/runtime/src/clock.ts';
import { BufferedPage } from '../../../server/pages/buffered-page.ts';
import { PageCache } from '../../../server/pages/page-cache.ts';
import { PageLoader } from '../../../server/pages/page-loader.ts';
import { exchange } from '../../support/exchange.ts';

const MEGABYTE = 1_000_000;
const FRESH_MS = 60_000;
const STALE_MS = 3_600_000;

let gateway: Gateway;
let loader: PageLoader;
let cache: PageCache;
beforeAll(() => loadMessages('en'));
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'performance', 'setTimeout', 'clearTimeout'], now: Date.parse('2027-01-10') });
  const log = pino({ level: 'silent' });
  const config = readConfig({});
  gateway = new Gateway({
    source: { get: () => Promise.reject(new ContentError(503, 'down')) },
    normaliser: new Normaliser({ timeZone: 'UTC', videoOrigins: [] }, log),
    times: { ttlMs: FRESH_MS, staleMs: STALE_MS },
    fallbackSite: (locale) => fallbackSite(config, locale),
    log,
  });
  loader = new PageLoader(config, gateway);
  cache = new PageCache({ ...config, pageCacheBytes: MEGABYTE }, gateway);
});
afterEach(() => {
  vi.useRealTimers();
});

const call = (address: string, lifetime: Partial<AnsweredCall> = {}): AnsweredCall => ({
  address,
  etag: `"${address}"`,
  hit: true,
  hasFailedRevalidation: false,
  freshUntil: monotonicNow() + FRESH_MS,
  staleUntil: monotonicNow() + FRESH_MS + STALE_MS,
  ...lifetime,
});
const target = (address: string) => {
  const { pathname, searchParams } = new URL(address, 'http://foyer.invalid');
  return loader.match(pathname, searchParams);
};
const store = (
  address: string,
  calls: AnsweredCall[] = [call('site')],
  { status = 200, bytes = 1_000, revision = gateway.revision } = {},
) =>
  cache.set(new BufferedPage(status, Buffer.alloc(bytes, address), []), target(address), {
    calls,
    revision,
    loadedAt: Date.now(),
  });
const cached = (...addresses: string[]) => addresses.filter((address) => cache.get(address));
const headersOf = (address: string) => {
  const [, age, , status] = cache.get(address)?.ageHeaders() ?? [];
  return { age, status };
};

describe('a cached page', () => {
  it('is fresh, then stale, then gone, with the first of its answers', () => {
    const [freshUntil, staleUntil] = [monotonicNow() + 2 * FRESH_MS, monotonicNow() + 2 * STALE_MS];
    store('/blogs', [call('site', { freshUntil, staleUntil }), call('blogs')]);
    expect(headersOf('/blogs')).toEqual({ age: '0', status: 'foyer; hit; ttl=60' });
    vi.advanceTimersByTime(FRESH_MS + 5_000);
    expect(headersOf('/blogs')).toEqual({ age: '65', status: 'foyer; hit; ttl=-5' });
    vi.advanceTimersByTime(STALE_MS - 5_001);
    expect(cached('/blogs')).toEqual(['/blogs']);
    vi.advanceTimersByTime(1);
    expect(cached('/blogs')).toEqual([]);
    expect(cache.size.entries).toBe(0);
  });

  it('is gone when one of its items is published or expires, by the wall clock', () => {
    store('/notice', [call('site'), call('notice', { changesAt: Date.now() + 1_000 })]);
    vi.setSystemTime(Date.now() + 999);
    expect(cached('/notice')).toEqual(['/notice']);
    vi.setSystemTime(Date.now() + 1);
    expect(cached('/notice')).toEqual([]);
  });

  it('is gone at midnight in the zone of the site: it says how many days are left until a date', () => {
    store('/');
    // 05:45 in Kathmandu.
    vi.setSystemTime(Date.parse('2027-01-10T23:59:59+05:45'));
    expect(cached('/')).toEqual(['/']);
    vi.setSystemTime(Date.parse('2027-01-11T00:00:00+05:45'));
    expect(cached('/')).toEqual([]);
  });

  it('does not age by the wall clock within a day', () => {
    store('/blogs');
    vi.setSystemTime(Date.now() + 43_200_000);
    expect(headersOf('/blogs')).toEqual({ age: '0', status: 'foyer; hit; ttl=60' });
  });

  it('has the same header array for all responses of a second', () => {
    store('/blogs');
    const page = cache.get('/blogs');
    const first = page?.ageHeaders();
    expect(page?.ageHeaders()).toBe(first);
    vi.advanceTimersByTime(1_000);
    expect(page?.ageHeaders()).not.toBe(first);
  });

  it('is sent with its age, and with Server-Timing beside the headers of a request', async () => {
    store('/blogs');
    const page = cache.get('/blogs');
    const plain = exchange('/blogs');
    await page?.send(plain.request, plain.response, []);
    expect(plain.sent().headers).toMatchObject({ age: '0' });
    expect(plain.sent().headers).not.toHaveProperty('server-timing');
    const logged = exchange('/blogs');
    await page?.send(logged.request, logged.response, ['X-Request-Id', 'abc']);
    expect(logged.sent().headers).toMatchObject({
      age: '0',
      'x-request-id': 'abc',
      'server-timing': 'cache;desc=hit',
    });
  });

  it('is stale once the gateway has another version of one of its answers', () => {
    store('/blogs', [call('site'), call('blogs')]);
    store('/faq', [call('site'), call('faq')]);
    vi.advanceTimersByTime(1_000);
    gateway.emit('replaced', 'blogs');
    expect(headersOf('/blogs').status).toBe('foyer; hit; ttl=0');
    vi.advanceTimersByTime(2_000);
    expect(headersOf('/blogs').status).toBe('foyer; hit; ttl=-2');
    expect(headersOf('/faq').status).toBe('foyer; hit; ttl=57');
    gateway.emit('replaced', 'blogs');
    vi.advanceTimersByTime(1_000);
    expect(headersOf('/blogs').status).toBe('foyer; hit; ttl=-3');
  });

  it('of a search is so too', () => {
    store('/blogs?search=word', [call('site'), call('blogs?search=word')]);
    gateway.emit('replaced', 'site');
    expect(headersOf('/blogs?search=word').status).toBe('foyer; hit; ttl=0');
  });

  it('gives way to the error in its place, and an error to the page', () => {
    store('/blogs/3');
    store('/blogs/3', [call('site')], { status: 404 });
    expect(cache.get('/blogs/3')?.page.status).toBe(404);
    store('/blogs/3');
    expect(cache.get('/blogs/3')?.page.status).toBe(200);
    expect(cache.size.entries).toBe(1);
  });
});

describe('a page of an error', () => {
  it('is fresh for ten seconds, then gone', () => {
    store('/blogs/999', [call('site')], { status: 404 });
    vi.advanceTimersByTime(9_999);
    expect(cached('/blogs/999')).toEqual(['/blogs/999']);
    vi.advanceTimersByTime(1);
    expect(cached('/blogs/999')).toEqual([]);
  });
});

describe('a page is not stored', () => {
  it('after a purge since its first call', () => {
    const { revision } = gateway;
    gateway.purgeLocal({ entity: 'faq' });
    store('/blogs', [call('blogs')], { revision });
    expect(cached('/blogs')).toEqual([]);
  });

  it('of answers that must be revalidated', () => {
    store('/blogs', [call('site'), call('blogs', { changesAt: Date.now() - 1 })]);
    expect(cached('/blogs')).toEqual([]);
  });

  it('without room', () => {
    cache = new PageCache({ ...readConfig({}), pageCacheBytes: 0 }, gateway);
    expect(cache.isOn).toBe(false);
    store('/blogs');
    expect(cached('/blogs')).toEqual([]);
  });
});

it('stores a page as stale if the gateway has a newer answer by now', () => {
  vi.spyOn(gateway, 'etagOf').mockImplementation((address) => (address === 'blogs' ? '"newer"' : undefined));
  vi.advanceTimersByTime(1_000);
  store('/blogs', [call('site'), call('blogs')]);
  expect(headersOf('/blogs').status).toBe('foyer; hit; ttl=0');
});

describe('a purge', () => {
  beforeEach(() => {
    store('/', [call('site'), call('home'), call('blogs')]);
    store('/blogs', [call('site'), call('blogs')]);
    store('/blogs/3', [call('site'), call('blogs/3')]);
    store('/faq', [call('site'), call('faq')]);
    store('/blogs/999', [call('site')], { status: 404 });
  });

  it('of a kind removes the pages made of it, and missing ones, which may exist now', () => {
    gateway.purgeLocal({ entity: 'blogs' });
    expect(cached('/', '/blogs', '/blogs/3', '/faq', '/blogs/999')).toEqual(['/faq']);
  });

  it('of a path removes the pages with its item', () => {
    gateway.purgeLocal({ path: '/blogs/3' });
    expect(cached('/', '/blogs', '/blogs/3', '/faq', '/blogs/999')).toEqual(['/faq']);
    store('/blogs/4', [call('site'), call('blogs/4')]);
    gateway.purgeLocal({ path: '/blogs/3' });
    expect(cached('/blogs/4')).toEqual(['/blogs/4']);
  });

  it('of everything removes all', () => {
    gateway.purgeLocal({ all: true });
    expect(cache.size).toEqual({ bytes: 0, entries: 0 });
  });
});

describe('pages that visitors can invent', () => {
  const BYTES = 20_000;

  it('evict each other, and no others', () => {
    store('/faq', [call('faq')], { bytes: BYTES });
    store('/blogs?page=2', [call('blogs?page=2')], { bytes: BYTES });
    for (let number = 0; number < 100; number += 1) {
      store(`/nothing-${number}`, [call('site')], { status: 404, bytes: BYTES });
      store(`/blogs?search=${number}`, [call(`blogs?search=${number}`)], { bytes: BYTES });
    }
    expect(cached('/faq', '/blogs?page=2', '/nothing-1', '/blogs?search=1')).toEqual(['/faq', '/blogs?page=2']);
    expect(cached('/blogs?search=99')).toEqual(['/blogs?search=99']);
    expect(cache.size.bytes).toBeLessThanOrEqual(MEGABYTE);
  });

  it('take an eighth of the memory', () => {
    for (let number = 0; number < 100; number += 1)
      store(`/blogs?search=${number}`, [call(`blogs?search=${number}`)], { bytes: BYTES });
    expect(cache.size.bytes).toBeLessThanOrEqual(MEGABYTE / 8);
    expect(cache.size.bytes).toBeGreaterThan(MEGABYTE / 16);
  });
});

it('takes more memory with the answers that it was made of', () => {
  const answers = (count: number) => Array.from({ length: count }, (_, index) => call(`blogs/${index}`));
  store('/blogs', answers(1));
  const { bytes } = cache.size;
  store('/faq', answers(101));
  expect(cache.size.bytes - bytes).toBeGreaterThan(bytes + 100 * 100);
});

describe('a revalidated page', () => {
  const revalidated = async (calls: AnsweredCall[]) => ({ ...(await loader.load(target('/faq'))), calls });
  const faq = () => [call('site'), call('faq')];
  const confirm = async (calls: AnsweredCall[], changes: { revision?: number } = {}, error?: unknown) => {
    const page = cache.get('/faq');
    const loaded = { ...(await revalidated(calls)), ...changes };
    // The loader's own calls fail here: only those of the test count.
    loaded.shown.error = error;
    return page !== undefined && cache.confirm(page, loaded);
  };
  beforeEach(() => {
    store('/faq', faq());
    vi.advanceTimersByTime(FRESH_MS + 5_000);
  });

  it('is fresh again, and young, if its answers are the same', async () => {
    expect(headersOf('/faq')).toEqual({ age: '65', status: 'foyer; hit; ttl=-5' });
    expect(await confirm(faq())).toBe(true);
    expect(headersOf('/faq')).toEqual({ age: '0', status: 'foyer; hit; ttl=60' });
  });

  it('is fresh again, and as old as before, if the upstream could not confirm them', async () => {
    expect(await confirm([call('site'), call('faq', { hasFailedRevalidation: true })])).toBe(true);
    expect(headersOf('/faq')).toEqual({ age: '65', status: 'foyer; hit; ttl=60' });
  });

  it('is gone when an item is published that was scheduled since it was made', async () => {
    expect(await confirm([call('site'), call('faq', { changesAt: Date.now() + 1_000 })])).toBe(true);
    vi.setSystemTime(Date.now() + 999);
    expect(cached('/faq')).toEqual(['/faq']);
    vi.setSystemTime(Date.now() + 1);
    expect(cached('/faq')).toEqual([]);
  });

  it('stays as it is where the same answers are an error by now', async () => {
    expect(await confirm(faq(), {}, new ContentError(404, 'expired'))).toBe(false);
    expect(headersOf('/faq')).toEqual({ age: '65', status: 'foyer; hit; ttl=-5' });
  });

  it('stays as it is if the gateway has a newer answer by now', async () => {
    vi.spyOn(gateway, 'etagOf').mockImplementation((address) => (address === 'faq' ? '"newer"' : undefined));
    expect(await confirm(faq())).toBe(false);
  });

  it.each([
    ['another version of an answer', () => [call('site'), call('faq', { etag: '"newer"' })], {}],
    ['another answer', () => [...faq(), call('blogs')], {}],
    ['an answer less', () => [call('site')], {}],
    ['a purge meanwhile', faq, { revision: -1 }],
  ])('stays as it is with %s', async (_, calls, changes) => {
    expect(await confirm(calls(), changes)).toBe(false);
    expect(headersOf('/faq')).toEqual({ age: '65', status: 'foyer; hit; ttl=-5' });
  });
});
