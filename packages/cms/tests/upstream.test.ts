import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { POLLING } from '../../../tests/support/polling.ts';
import {
  failure,
  hold,
  json,
  later,
  onlyFor,
  startUpstream,
  type TestUpstream,
} from '../../../tests/support/upstream.ts';
import type { SourceRequest } from '../../gateway/src/content-source.ts';
import type { UpstreamOptions } from '../src/http-exchange.ts';
import { Upstream } from '../src/upstream.ts';

/* Calls of an upstream that is slower than those who ask for them. */

let server: TestUpstream;
let upstream: Upstream;
beforeEach(async () => {
  server = await startUpstream();
});
afterEach(async () => {
  await upstream.close();
  await server.close();
});

const open = (options: Partial<UpstreamOptions> = {}) => {
  upstream = new Upstream({ url: server.url, timeoutMs: 10_000, concurrency: 8, maxBytes: 100_000, ...options });
};
const get = (address: string, options: Partial<SourceRequest> = {}) =>
  upstream.get(
    address,
    { priority: 'visitor', isUnlisted: false, signal: new AbortController().signal, ...options },
    async ({ bytes, status }) => {
      const data = JSON.parse(String(bytes));
      return status < 400 ? { kind: 'answer', answer: { data, faults: [] } } : { kind: 'refused', message: 'no' };
    },
  );
const asked = (count: number) => expect.poll(() => server.calls, POLLING).toHaveLength(count);

describe('the late answer of a call whose caller has left', () => {
  /** Asks for a notice that is answered when it is released. @returns `leave` ends the caller */
  async function askForOld(headers?: SourceRequest['headers']) {
    const old = hold(json(200, { text: 'old' }));
    server.answer('notice/7', old.behaviour);
    const visitor = new AbortController();
    const first = get('notice/7', { signal: visitor.signal, headers });
    await asked(1);
    server.answer('notice/7', json(200, { text: 'new' }));
    const leave = async () => {
      visitor.abort();
      await expect(first).rejects.toThrow();
    };
    return { leave, release: old.release };
  }

  it('is that of the next one', async () => {
    open();
    const { leave, release } = await askForOld();
    await leave();
    release();
    expect(await get('notice/7')).toMatchObject({ data: { text: 'old' } });
    expect(server.calls).toHaveLength(1);
  });

  it.each(['before', 'after'])('is not used if a purge came %s the caller left', async (moment) => {
    open();
    const { leave, release } = await askForOld();
    if (moment === 'before') upstream.forgetLate();
    await leave();
    if (moment === 'after') upstream.forgetLate();
    release();
    expect(await get('notice/7')).toMatchObject({ data: { text: 'new' } });
  });

  it.each([
    ['that of one with headers of its own', undefined, { 'x-preview': '1' }],
    ['for one without, if its own call had headers', { 'x-preview': '1' }, undefined],
  ])('is not %s', async (_, ofFirst, ofNext) => {
    open();
    const { leave, release } = await askForOld(ofFirst);
    await leave();
    release();
    expect(await get('notice/7', { headers: ofNext })).toMatchObject({ data: { text: 'new' } });
  });
});

it('a limit pauses the calls of every edition', async () => {
  open({ locales: ['en', 'ne'] });
  server.answer('notice', failure(429));
  await expect(get('notice')).rejects.toMatchObject({ status: 429 });
  await expect(get('ne/notice')).rejects.toMatchObject({ why: 'paused' });
  expect(server.calls).toHaveLength(1);
});

it('the second attempt of a call has what is left of the time of both, and is answered late', async () => {
  open({ timeoutMs: 2_000 });
  const second = hold(json(200, { text: 'late' }));
  server.answer('notice/7', onlyFor(1, failure(502), second.behaviour));
  await expect(get('notice/7')).rejects.toMatchObject({ status: 504 });
  // Its request goes on, for twice the time.
  second.release();
  expect(await get('notice/7')).toMatchObject({ data: { text: 'late' } });
  expect(server.calls).toHaveLength(2);
});

describe('an upstream that is not overloaded gets as many calls at once as before', () => {
  it.each([
    ['its items are quicker than its lists', 'notice/7', json(200, {}), (call: number) => `notice?page=${call}`],
    ['what is not there is quicker than its items', 'notice/99', failure(404), (call: number) => `notice/${call}`],
  ])('though %s', async (_, quick, behaviour, slow) => {
    open({ isAdaptive: true });
    const slowOnes = [1, 2, 3, 4, 5, 6, 7, 8].map(slow);
    server.answer(quick, behaviour);
    for (const address of slowOnes) server.answer(address, later(300, json(200, {})));
    await get(quick, { isUnlisted: true }).catch(() => {});
    for (let times = 0; times < 3; times += 1) await Promise.all(slowOnes.map((address) => get(address)));
    const before = server.calls.length;
    const last = hold(json(200, {}));
    for (const address of slowOnes) server.answer(address, last.behaviour);
    const answers = Promise.allSettled(slowOnes.map((address) => get(address)));
    // A busy machine may have been late for one of them.
    await expect.poll(() => server.calls.length - before, POLLING).toBeGreaterThanOrEqual(6);
    last.release();
    await answers;
  });
});
