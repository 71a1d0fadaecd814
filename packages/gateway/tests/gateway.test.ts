import { setTimeout as wait } from 'node:timers/promises';
import { pino } from 'pino';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { resetClock, skipTime } from '../../../tests/support/clock.ts';
import { readConfig } from '../../config/src/config.ts';
import { ContentError } from '../../model/src/content-error.ts';
import { loadMessages } from '../../model/src/edition.ts';
import { fallbackSite } from '../src/fallback-site.ts';
import { Gateway } from '../src/gateway.ts';
import type { NormalisedAnswer } from '../src/normalise-result.ts';
import { Normaliser } from '../src/normaliser.ts';

/* How long the gateway waits for an upstream, and after what time it asks again. */

const TTL_MS = 60_000;

let answer: () => Promise<NormalisedAnswer>;
let calls: string[];
let gateway: Gateway;
beforeAll(() => loadMessages('en'));
beforeEach(() => {
  calls = [];
  const log = pino({ level: 'silent' });
  gateway = new Gateway({
    source: {
      get(address) {
        calls.push(address);
        return answer();
      },
    },
    normaliser: new Normaliser({ timeZone: 'UTC', videoOrigins: [] }, log),
    times: { ttlMs: TTL_MS, staleMs: 60 * TTL_MS },
    fallbackSite: (locale) => fallbackSite(readConfig({}), locale),
    log,
  });
});
afterEach(() => {
  resetClock();
  vi.useRealTimers();
});

const answered = async (): Promise<NormalisedAnswer> => ({ data: { blog: { id: '1', name: 'One' } }, faults: [] });
const failing = (status: number) => () => Promise.reject(new ContentError(status, 'no answer'));
const silent = () => new Promise<NormalisedAnswer>(() => {});

describe('an item that the upstream does not have', () => {
  it('is asked for again after ten seconds, by the first who wants it', async () => {
    answer = failing(404);
    const statusNow = () =>
      gateway.get('blogs/{id}', { id: '1' }).then(
        () => 200,
        ({ status }) => status,
      );
    /** The cache of 404s reads the clock once a millisecond. */
    const pass = async (milliseconds: number) => {
      skipTime(milliseconds);
      await wait(5);
    };
    expect(await statusNow()).toBe(404);
    answer = answered;
    await pass(9_000);
    expect([await statusNow(), calls.length]).toEqual([404, 1]);
    await pass(1_100);
    expect([await statusNow(), calls.length]).toEqual([200, 2]);
  });
});

describe('items that the upstream does not have', () => {
  it('are remembered up to 2,000 of them, whatever visitors invent', async () => {
    answer = failing(404);
    const ask = (id: number) => gateway.get('blogs/{id}', { id: String(id) }).catch(() => {});
    for (let id = 0; id <= 2_000; id += 1) await ask(id);
    await ask(2_000);
    await ask(1);
    expect(calls).toHaveLength(2_001);
    await ask(0);
    expect(calls).toHaveLength(2_002);
  });
});

describe('a stale answer that could not be renewed', () => {
  const read = (revalidate: boolean) => gateway.get('blogs/{id}', { id: '1' }, { revalidate });

  const grownOld = () => skipTime(2 * TTL_MS);
  const purged = () => gateway.purge();
  it.each([
    ['in the background', false, grownOld],
    ['by a page that waited', true, grownOld],
    ['by a page after a purge', false, purged],
  ])('%s is served for five seconds before the upstream is asked again', async (_, revalidate, becomeStale) => {
    answer = answered;
    await read(revalidate);
    answer = failing(502);
    await becomeStale();
    for (let reader = 0; reader < 5; reader += 1) await read(revalidate);
    expect(calls).toHaveLength(2);
    skipTime(4_000);
    await read(revalidate);
    expect(calls).toHaveLength(2);
    skipTime(1_100);
    await read(revalidate);
    expect(calls).toHaveLength(3);
  });
});

describe('an answer that counts as fresh because it could not be renewed', () => {
  it('is reported as such to a reader who wants it as it is now', async () => {
    answer = answered;
    await gateway.get('blogs/{id}', { id: '1' });
    answer = failing(502);
    await gateway.purge();
    const reported: unknown[] = [];
    const onResult = (result: object) => reported.push(Reflect.get(result, 'hasFailedRevalidation'));
    for (const revalidate of [true, true, false])
      await gateway.get('blogs/{id}', { id: '1' }, { revalidate, onResult });
    expect(reported).toEqual([true, true, false]);
    expect(calls).toHaveLength(2);
  });
});

describe('an upstream that does not answer', () => {
  /** Whether a promise is settled after so many milliseconds, and not before. */
  const settledAfter = async (promise: Promise<unknown>, milliseconds: number) => {
    let isSettled = false;
    void promise.finally(() => {
      isSettled = true;
    });
    await vi.advanceTimersByTimeAsync(milliseconds - 1);
    const before = isSettled;
    await vi.advanceTimersByTimeAsync(1);
    return { before, after: isSettled };
  };
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    answer = silent;
  });

  it('lets a page wait one second for the site, which is then the fallback one', async () => {
    const site = gateway.site();
    expect(await settledAfter(site, 1_000)).toEqual({ before: false, after: true });
    expect(await site).toMatchObject({ isProvisional: true });
  });

  it('leaves the earlier site to a page after a purge', async () => {
    const known = { ...fallbackSite(readConfig({}), 'en'), name: 'Himal' };
    answer = async () => ({ data: { site: known }, faults: [] });
    await gateway.site();
    await gateway.purge();
    answer = silent;
    const site = gateway.site();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await site).toMatchObject({ isProvisional: true, site: { name: 'Himal' } });
  });

  it('lets the readiness probe wait two seconds, which then says that there is no content', async () => {
    const isReady = gateway.isReady();
    expect(await settledAfter(isReady, 2_000)).toEqual({ before: false, after: true });
    expect(await isReady).toBe(false);
  });
});
