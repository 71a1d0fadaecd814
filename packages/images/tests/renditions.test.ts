import { pino } from 'pino';
import { afterEach, beforeEach, expect, it, type MockInstance, vi } from 'vitest';
import { small } from '../../../tests/support/pictures.ts';
import type { ImageAddress } from '../src/image-address.ts';
import { ImageFacts } from '../src/image-facts.ts';
import { ImageFailures } from '../src/image-failures.ts';
import { Originals } from '../src/originals.ts';
import { Renditions } from '../src/renditions.ts';
import { openScaler, Scaler } from '../src/scaler.ts';

const ADDRESS: ImageAddress = {
  location: 'https://cms.example.org/hill.jpg',
  size: 64,
  format: 'webp',
  version: '-',
};

const OTHER_VERSION: ImageAddress = { ...ADDRESS, version: 'other' };

let renditions: Renditions;
let facts: ImageFacts;
let scale: MockInstance<Scaler['scale']>;
let bytes: Buffer;
let version: string;
let outcomes: string[];
beforeEach(async () => {
  const log = pino({ level: 'silent' });
  bytes = await small();
  version = '1';
  outcomes = [];
  const load = async () => ({ bytes, version });
  vi.spyOn(Originals.prototype, 'load').mockImplementation(load);
  vi.spyOn(Originals.prototype, 'loadHead').mockImplementation(load);
  scale = vi.spyOn(Scaler.prototype, 'scale');
  const originals = new Originals({ origins: ['https://cms.example.org'] });
  const scaler = await openScaler(log);
  const onOutcome = (outcome: string) => outcomes.push(outcome);
  const failures = new ImageFailures(log, onOutcome);
  facts = new ImageFacts({ originals, scaler, failures, onReplaced: () => {} });
  renditions = new Renditions({ originals, scaler, facts, failures, concurrency: 2, onOutcome });
});
afterEach(() => {
  vi.restoreAllMocks();
});

it('is scaled once for all requests at the same time, and is then in memory', async () => {
  expect(renditions.cached(ADDRESS)).toBeUndefined();
  const [first, second] = await Promise.all([renditions.get(ADDRESS), renditions.get(ADDRESS)]);
  expect(first?.version).toBe('1');
  expect(second?.bytes).toBe(first?.bytes);
  expect(renditions.cached(ADDRESS)).toEqual(first);
  expect((await renditions.get(OTHER_VERSION))?.name).toBe(first?.name);
  expect(outcomes).toEqual(['rendered']);
  expect(scale).toHaveBeenCalledTimes(1);
});

it('has another name for each size, format and version of the original', async () => {
  const nameOf = async (address: ImageAddress) => (await renditions.get(address))?.name;
  const names = [
    await nameOf(ADDRESS),
    await nameOf({ ...ADDRESS, size: 96 }),
    await nameOf({ ...ADDRESS, format: 'jpg' }),
  ];
  version = '2';
  facts.markStale();
  facts.refresh(ADDRESS.location);
  await facts.close();
  expect(renditions.cached(ADDRESS)).toBeUndefined();
  names.push(await nameOf(ADDRESS));
  expect(new Set(names).size).toBe(4);
  expect(scale).toHaveBeenCalledTimes(4);
});

it('has the dominant colour of its original added to the facts', async () => {
  await renditions.get(ADDRESS);
  expect(facts.get(ADDRESS.location)?.colour).toMatch(/^#[\da-f]{6}$/);
});

it('does not exist for an image that is not scalable', async () => {
  bytes = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>');
  expect(await renditions.get(ADDRESS)).toBeUndefined();
  expect(scale).not.toHaveBeenCalled();
});

it('is tried once if the original is broken', async () => {
  await facts.load(ADDRESS.location);
  bytes = bytes.subarray(0, 200);
  const broken = { kind: 'broken' };
  await Promise.all([
    expect(renditions.get(ADDRESS)).rejects.toMatchObject(broken),
    expect(renditions.get(ADDRESS)).rejects.toMatchObject(broken),
  ]);
  await expect(renditions.get({ ...ADDRESS, size: 96 })).rejects.toMatchObject(broken);
  expect(scale).toHaveBeenCalledTimes(1);
  expect(outcomes).toEqual(['broken']);
});

it('is refused while too many wait to be scaled', async () => {
  let release = () => {};
  const isReleased = new Promise<void>((resolve) => {
    release = resolve;
  });
  scale.mockImplementation(async () => {
    await isReleased;
    return bytes;
  });
  vi.spyOn(Scaler.prototype, 'inspect').mockResolvedValue({ isScalable: true });
  vi.spyOn(Scaler.prototype, 'colour').mockResolvedValue('#000000');
  const addresses = Array.from({ length: 203 }, (_, index) => `https://cms.example.org/${index}.jpg`);
  for (const location of addresses) await facts.load(location);
  const results = addresses.map((location) => renditions.get({ ...ADDRESS, location }));
  await expect(results.at(-1)).rejects.toMatchObject({ kind: 'busy' });
  release();
  const statuses = (await Promise.allSettled(results)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 'rejected')).toHaveLength(1);
  expect(outcomes.filter((outcome) => outcome === 'busy')).toHaveLength(1);
});
