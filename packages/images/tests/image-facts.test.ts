import { pino } from 'pino';
import { afterEach, beforeEach, expect, it, type MockInstance, vi } from 'vitest';
import { small } from '../../../tests/support/pictures.ts';
import { POLLING } from '../../../tests/support/polling.ts';
import { ImageError } from '../src/image-error.ts';
import { ImageFacts } from '../src/image-facts.ts';
import { ImageFailures } from '../src/image-failures.ts';
import { type Original, Originals } from '../src/originals.ts';
import { openScaler } from '../src/scaler.ts';

const LOCATION = 'https://cms.example.org/hill.jpg';
const HOUR_MS = 3_600_000;

let facts: ImageFacts;
let loadHead: MockInstance<(location: string) => Promise<Original>>;
let version: string;
let passedMs: number;
let failed: string[];
let replaced: string[];
beforeEach(async () => {
  const log = pino({ level: 'silent' });
  const bytes = await small();
  version = '1';
  failed = [];
  replaced = [];
  loadHead = vi.spyOn(Originals.prototype, 'loadHead').mockImplementation(async () => ({ bytes, version }));
  passedMs = 0;
  const [date, time] = [Date.now(), performance.now()];
  vi.spyOn(Date, 'now').mockImplementation(() => date + passedMs);
  vi.spyOn(performance, 'now').mockImplementation(() => time + passedMs);
  facts = new ImageFacts({
    originals: new Originals({ origins: ['https://cms.example.org'] }),
    scaler: await openScaler(log),
    failures: new ImageFailures(log, (kind) => failed.push(kind)),
    onReplaced: (location) => replaced.push(location),
  });
});
afterEach(() => {
  vi.restoreAllMocks();
});

const unreachable = async () => {
  throw new ImageError('unreachable', 'status 503');
};
/** Refreshes, and waits until nothing is in progress. */
const refresh = async () => {
  facts.refresh(LOCATION);
  await facts.close();
};

it('are learned once for all requests at the same time, and are then in memory', async () => {
  expect(facts.get(LOCATION)).toBeUndefined();
  const [first, second] = await Promise.all([facts.load(LOCATION), facts.load(LOCATION)]);
  expect(first).toMatchObject({ isScalable: true, width: 48, height: 32, version: '1' });
  expect(second).toBe(first);
  await facts.load(LOCATION);
  expect(loadHead).toHaveBeenCalledTimes(1);
  expect(facts.get(LOCATION)).toBe(first);
});

it('are loaded with the colour, found once', async () => {
  const bytes = await small();
  const load = vi.spyOn(Originals.prototype, 'load').mockImplementation(async () => ({ bytes, version }));
  await Promise.all([facts.loadWithColour(LOCATION), facts.loadWithColour(LOCATION)]);
  expect(facts.get(LOCATION)).toMatchObject({ width: 48, colour: expect.stringMatching(/^#[\da-f]{6}$/) });
  const { length } = load.mock.calls;
  await facts.loadWithColour(LOCATION);
  expect(load).toHaveBeenCalledTimes(length);
});

it('are checked again after an hour, and a replaced original is reported', async () => {
  await facts.load(LOCATION);
  passedMs = HOUR_MS - 1;
  await refresh();
  expect(loadHead).toHaveBeenCalledTimes(1);
  version = '2';
  passedMs = HOUR_MS + 1;
  await refresh();
  expect(loadHead).toHaveBeenCalledTimes(2);
  expect(facts.get(LOCATION)?.version).toBe('2');
  expect(replaced).toEqual([LOCATION]);
});

it('are checked again at once when they are stale', async () => {
  await facts.load(LOCATION);
  facts.markStale();
  await refresh();
  expect(loadHead).toHaveBeenCalledTimes(2);
  expect(replaced).toEqual([]);
});

it('are not asked for again within 30 seconds of a failure', async () => {
  loadHead.mockImplementationOnce(unreachable);
  await expect(facts.load(LOCATION)).rejects.toMatchObject({ kind: 'unreachable' });
  passedMs = 29_000;
  await expect(facts.load(LOCATION)).rejects.toMatchObject({ kind: 'unreachable' });
  await refresh();
  expect(loadHead).toHaveBeenCalledTimes(1);
  expect(failed).toEqual(['unreachable']);
  passedMs = 31_000;
  // The cache of failures reads the clock once a millisecond.
  await vi.waitFor(async () => expect(await facts.load(LOCATION)).toMatchObject({ version: '1' }), POLLING);
});

it('stay as they are while the origin is unreachable, and are checked again after 30 seconds', async () => {
  await facts.load(LOCATION);
  passedMs = HOUR_MS + 1;
  loadHead.mockImplementationOnce(unreachable);
  await refresh();
  expect(loadHead).toHaveBeenCalledTimes(2);
  expect(facts.get(LOCATION)?.version).toBe('1');
  expect(await facts.load(LOCATION)).toMatchObject({ version: '1' });
  passedMs += 29_000;
  await refresh();
  expect(loadHead).toHaveBeenCalledTimes(2);
  passedMs += 2_000;
  await refresh();
  expect(loadHead).toHaveBeenCalledTimes(3);
});
