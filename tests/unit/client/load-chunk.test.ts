import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { loadChunk } from '../../../client/navigation/load-chunk.ts';
import { stubBrowser } from '../../support/fake-document.ts';

const HERE = 'https://www.himal.example/blogs';
const CHUNK_TIMEOUT_MS = 120_000;

let browser: ReturnType<typeof stubBrowser>;
beforeEach(() => {
  browser = stubBrowser(HERE);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  vi.spyOn(console, 'error').mockImplementation(() => {});
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const missing = () => Promise.reject(new Error('404'));
const load = (loader: () => Promise<string>, destination = '/blogs/3') => loadChunk('blog', loader, () => destination);
const reloads = () => [browser.location.reload.mock.calls.length, browser.location.assign.mock.calls];

/** The state of a promise after every callback that is due. */
async function stateOf(promise: Promise<unknown>): Promise<string> {
  let state = 'pending';
  promise.then(
    () => {
      state = 'fulfilled';
    },
    () => {
      state = 'rejected';
    },
  );
  await new Promise((resolve) => setImmediate(resolve));
  return state;
}

it('loads a view', async () => {
  expect(await load(async () => 'view')).toBe('view');
  expect(reloads()).toEqual([0, []]);
  expect(vi.getTimerCount()).toBe(0);
});

it('loads the destination from the server if the chunk is missing, and never settles', async () => {
  expect(await stateOf(load(missing))).toBe('pending');
  expect(reloads()).toEqual([0, [['https://www.himal.example/blogs/3']]]);
  expect(console.error).not.toHaveBeenCalled();
});

it('loads nothing from the server while the visitor is offline', async () => {
  vi.stubGlobal('navigator', { onLine: false });
  expect(await stateOf(load(missing))).toBe('rejected');
  expect(reloads()).toEqual([0, []]);
});

it('reloads the page if it is the destination itself', async () => {
  expect(await stateOf(load(missing, '/blogs'))).toBe('pending');
  expect(reloads()).toEqual([1, []]);
});

it('fails at the second attempt, and logs that', async () => {
  await stateOf(load(missing));
  await expect(load(missing)).rejects.toThrow('Loading chunk blog failed');
  expect(reloads()).toEqual([0, [['https://www.himal.example/blogs/3']]]);
  expect(console.error).toHaveBeenCalledTimes(1);
});

it('may load the destination again after the chunk was there in between', async () => {
  await stateOf(load(missing));
  await load(async () => 'view');
  await stateOf(load(missing));
  expect(browser.location.assign).toHaveBeenCalledTimes(2);
});

it('fails at once without session storage: the page would be reloaded for ever', async () => {
  vi.stubGlobal('sessionStorage', {
    getItem: () => null,
    setItem: () => {
      throw new Error('full');
    },
  });
  await expect(load(missing)).rejects.toThrow('Loading chunk blog failed');
  expect(reloads()).toEqual([0, []]);
});

it('counts a chunk that has not arrived in time as missing', async () => {
  const loading = load(() => new Promise(() => {}));
  vi.advanceTimersByTime(CHUNK_TIMEOUT_MS - 1);
  await stateOf(loading);
  expect(reloads()).toEqual([0, []]);
  vi.advanceTimersByTime(1);
  expect(await stateOf(loading)).toBe('pending');
  expect(browser.location.assign).toHaveBeenCalledTimes(1);
});

it('reloads nothing for a visitor who has gone elsewhere meanwhile', async () => {
  let destination = '/album';
  let fail = (_: Error) => {};
  const loading = loadChunk(
    'albums',
    () => new Promise<string>((_, reject) => (fail = reject)),
    () => destination,
  );
  destination = '/blogs';
  fail(new Error('no network'));
  await expect(loading).rejects.toThrow('Loading chunk albums failed');
  expect(reloads()).toEqual([0, []]);
});
