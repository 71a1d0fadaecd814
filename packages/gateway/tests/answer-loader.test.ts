import { Writable } from 'node:stream';
import { pino } from 'pino';
import { beforeEach, describe, expect, it } from 'vitest';
import { readConfig } from '../../config/src/config.ts';
import type { CallPath } from '../../model/src/content-api.ts';
import { ContentError } from '../../model/src/content-error.ts';
import { monotonicNow } from '../../runtime/src/clock.ts';
import type { AnswerFault } from '../src/answer-fault.ts';
import { AnswerLoader, type CallFault } from '../src/answer-loader.ts';
import { readCall } from '../src/call.ts';
import { fallbackSite } from '../src/fallback-site.ts';
import { faultyCalls } from '../src/fault-registry.ts';
import { Gateway } from '../src/gateway.ts';
import { KnownSite } from '../src/known-site.ts';
import { ListedCalls } from '../src/listed-calls.ts';
import { Normaliser } from '../src/normaliser.ts';
import type { Lifetime } from '../src/policy.ts';
import { NotSentError } from '../src/upstream-error.ts';

/* What the operator hears of an upstream's answers. */

const dropped: AnswerFault = { kind: 'dropped', path: 'contact.phones[1]', id: '2', reason: 'number: is missing' };
const guessed: AnswerFault = { kind: 'guessed', path: '', reason: 'the item is data itself: expected contact' };

let answer: AnswerFault[] | ContentError;
let gateway: Gateway;
let lines: Record<string, unknown>[];
let counted: CallFault[];
beforeEach(() => {
  lines = [];
  counted = [];
  const sink = new Writable({
    write(line, _encoding, done) {
      lines.push(JSON.parse(String(line)));
      done();
    },
  });
  const log = pino({ base: undefined, timestamp: false }, sink);
  gateway = new Gateway({
    source: {
      async get() {
        if (answer instanceof ContentError) throw answer;
        return { data: { contact: {} }, faults: answer };
      },
    },
    normaliser: new Normaliser({ timeZone: 'UTC', videoOrigins: [] }, log),
    times: { ttlMs: 60_000, staleMs: 60_000 },
    fallbackSite: (locale) => fallbackSite(readConfig({}), locale),
    log,
  });
  gateway.on('faulty', (fault) => counted.push(fault));
});

/** Loads a call again. */
async function load(given: AnswerFault[] | ContentError, path: CallPath = 'contact') {
  answer = given;
  gateway.forget();
  const result = gateway.get(path, { q: 'word' });
  if (given instanceof ContentError) await expect(result).rejects.toBe(given);
  else await result;
}
const listed = () => faultyCalls([gateway.faults()]);

describe('an answer that does not fit', () => {
  const notFitting = { level: 40, call: 'contact', count: 1, msg: 'content does not fit' };
  const wasGuessed = { level: 40, call: 'contact', count: 1, msg: 'content was guessed' };
  const { kind: _, ...droppedPart } = dropped;
  const { kind: __, ...guessedPart } = guessed;

  it('has a line in the log for what was dropped and one for what was guessed, each until it changes', async () => {
    await load([dropped, guessed]);
    const first = [
      { ...notFitting, dropped: [droppedPart] },
      { ...wasGuessed, guessed: [guessedPart] },
    ];
    expect(lines).toEqual(first);
    await load([dropped, guessed]);
    expect(lines).toEqual(first);
    await load([{ ...dropped, id: '3' }, guessed]);
    expect(lines.slice(2)).toEqual([{ ...notFitting, dropped: [{ ...droppedPart, id: '3' }] }]);
    await load([]);
    await load([guessed]);
    expect(lines.slice(3)).toEqual([{ ...wasGuessed, guessed: [guessedPart] }]);
  });

  it('is counted each time that it arrives, and not when it comes from a cache', async () => {
    await load([dropped, dropped, guessed]);
    await gateway.get('contact');
    await load([guessed]);
    expect(counted).toEqual([
      { path: 'contact', kind: 'dropped', count: 2 },
      { path: 'contact', kind: 'guessed', count: 1 },
      { path: 'contact', kind: 'guessed', count: 1 },
    ]);
  });

  it('is listed until one that fits', async () => {
    await load([dropped]);
    expect(listed()).toMatchObject([{ call: 'contact', faults: [dropped] }]);
    await load([]);
    expect(listed()).toEqual([]);
  });
});

describe('a call that fails', () => {
  it('is counted and listed until it is answered', async () => {
    await load(new ContentError(502, 'upstream: wrong shape'));
    expect(counted).toEqual([{ path: 'contact', kind: 'failed', count: 1 }]);
    expect(listed()).toMatchObject([
      { call: 'contact', faults: [{ kind: 'failed', status: 502, reason: 'upstream: wrong shape' }] },
    ]);
    await load([]);
    expect(listed()).toEqual([]);
  });

  it.each<[string, ContentError, CallPath]>([
    ['was not sent', new NotSentError('paused', 'calls of the upstream are paused', 1_000), 'contact'],
    ['names nothing', new ContentError(404, 'upstream: status 404'), 'contact'],
    ['is a search', new ContentError(502, 'upstream: wrong shape'), 'search'],
  ])('is no fault if it %s', async (_, error, path) => {
    await load(error, path);
    expect(counted).toEqual([]);
    expect(listed()).toEqual([]);
  });

  it('with 404 ends the faults of an earlier answer', async () => {
    await load([dropped]);
    await load(new ContentError(404, 'upstream: status 404'));
    expect(listed()).toEqual([]);
  });
});

/** On an upstream that answers no call. */
function loaderOf(onFault: (fault: CallFault) => void = () => {}) {
  const log = pino({ level: 'silent' });
  const normaliser = new Normaliser({ timeZone: 'UTC', videoOrigins: [] }, log);
  const times = { ttlMs: 60_000, staleMs: 60_000 };
  const upstream = { get: () => Promise.reject(new ContentError(502, 'down')) };
  const site = new KnownSite({ fallbackSite: (locale) => fallbackSite(readConfig({}), locale) });
  return new AnswerLoader({ source: upstream, normaliser, site, times: () => times, log }, new ListedCalls(), onFault);
}

it.each([
  ['no visitor waits for it any more', { signal: AbortSignal.abort() }],
  ['nothing depends on it', { isOptional: true }],
])('a call that fails is no fault if %s', async (_, options) => {
  const faults: CallFault[] = [];
  const request = { priority: 'visitor', isUnlisted: false, signal: new AbortController().signal } as const;
  const loader = loaderOf((fault) => faults.push(fault));
  await expect(loader.load(readCall('faq', {}), { ...request, ...options })).rejects.toThrow('down');
  expect(faults).toEqual([]);
  await expect(loader.load(readCall('faq', {}), request)).rejects.toThrow('down');
  expect(faults).toHaveLength(1);
});

describe('a stored answer', () => {
  const restore = (lifetime: Lifetime) => {
    const body = Buffer.from('{"error":false,"data":{"faqs":[]}}');
    return loaderOf().restore(readCall('faq', {}), { body, ...lifetime });
  };

  it('changes when an item is published that is not in it', async () => {
    const freshUntil = monotonicNow() + 1_000_000;
    const changesAt = Date.now() + 30_000;
    const answer = await restore({ freshUntil, staleUntil: freshUntil, changesAt });
    expect(answer.changesAt).toBe(changesAt);
    expect(answer.freshUntil).toBeLessThanOrEqual(monotonicNow() + 30_000);
  });

  it('lives no longer than one that arrives now, whatever it says, and no longer than it says', async () => {
    const never = monotonicNow() + 1_000_000;
    const answer = await restore({ freshUntil: never, staleUntil: never });
    expect(answer.freshUntil).toBeLessThanOrEqual(monotonicNow() + 66_000);
    expect(answer.staleUntil).toBeLessThanOrEqual(monotonicNow() + 120_000);
    const soon = { freshUntil: monotonicNow() + 1_000, staleUntil: monotonicNow() + 2_000 };
    expect(await restore(soon)).toMatchObject(soon);
  });
});
