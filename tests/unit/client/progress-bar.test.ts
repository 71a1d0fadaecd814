import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { stubBrowser } from '../../support/fake-document.ts';

const SHOW_DELAY_MS = 100;
const STEP_INTERVAL_MS = 800;
const TERMINATION_MS = 1_500;
const FADE_MS = 1_000;

/** NProgress, as far as the bar uses it. */
const nprogress = {
  status: null as number | null,
  configure: vi.fn(),
  set: vi.fn((value: number) => {
    nprogress.status = value;
  }),
  inc: vi.fn(),
  remove: vi.fn(),
  isStarted: () => nprogress.status !== null,
};

let bar: typeof import('../../../client/navigation/progress-bar.ts');
let browser: ReturnType<typeof stubBrowser>;
beforeEach(async () => {
  browser = stubBrowser('https://www.himal.example/');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  vi.clearAllMocks();
  nprogress.status = null;
  // Each test has a bar that has not been loaded yet.
  vi.resetModules();
  vi.doMock('nprogress', () => ({ default: nprogress }));
  bar = await import('../../../client/navigation/progress-bar.ts');
});
afterEach(() => {
  vi.doUnmock('nprogress');
  vi.resetModules();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Lets time pass, and the bar's script load. */
async function pass(milliseconds: number) {
  await vi.advanceTimersByTimeAsync(milliseconds);
  await vi.dynamicImportSettled();
  await vi.advanceTimersByTimeAsync(0);
}
const values = () => nprogress.set.mock.calls.map(([value]) => value);
const state = () => browser.document.documentElement.dataset.progress;

it('is not shown for a short request', async () => {
  bar.requestStarted();
  await pass(SHOW_DELAY_MS - 1);
  bar.requestEnded(false);
  await pass(10_000);
  expect(values()).toEqual([]);
});

it('is not shown for a request that ends while the script of the bar loads', async () => {
  bar.requestStarted();
  vi.advanceTimersByTime(SHOW_DELAY_MS);
  bar.requestEnded(false);
  await pass(10_000);
  expect(values()).toEqual([]);
  expect(nprogress.inc).not.toHaveBeenCalled();
});

it('is shown for a longer one, steps, is full at its end, stays, fades and goes', async () => {
  bar.requestStarted();
  await pass(SHOW_DELAY_MS);
  expect(values()).toEqual([0.08]);
  await pass(2 * STEP_INTERVAL_MS);
  expect(nprogress.inc).toHaveBeenCalledTimes(2);
  bar.requestEnded(false);
  await pass(0);
  expect(values()).toEqual([0.08, 0.99999]);
  expect(state()).toBeUndefined();
  await pass(TERMINATION_MS + FADE_MS - 1);
  expect(nprogress.remove).not.toHaveBeenCalled();
  await pass(1);
  expect(nprogress.remove).toHaveBeenCalledTimes(1);
  expect(nprogress.isStarted()).toBe(false);
  await pass(10_000);
  expect(nprogress.inc).toHaveBeenCalledTimes(2);
});

it('is one for requests at the same time, and full when the last has ended', async () => {
  bar.requestStarted();
  bar.requestStarted();
  await pass(SHOW_DELAY_MS);
  bar.requestEnded(false);
  await pass(0);
  expect(values()).toEqual([0.08]);
  bar.requestEnded(false);
  await pass(0);
  expect(values()).toEqual([0.08, 0.99999]);
});

it('is shown for a failure, however short, and marked until the next request', async () => {
  bar.requestStarted();
  bar.requestEnded(true);
  await pass(0);
  expect(values()).toEqual([0.99999]);
  expect(state()).toBe('failed');
  bar.requestStarted();
  await pass(SHOW_DELAY_MS);
  expect(state()).toBeUndefined();
  bar.requestEnded(false);
});

it('is marked as failed if any of the requests has failed', async () => {
  bar.requestStarted();
  bar.requestStarted();
  bar.requestEnded(true);
  await pass(SHOW_DELAY_MS);
  expect(state()).toBeUndefined();
  bar.requestEnded(false);
  await pass(0);
  expect(state()).toBe('failed');
});

it('stays for a request that begins before the last one has faded', async () => {
  bar.requestStarted();
  await pass(SHOW_DELAY_MS);
  bar.requestEnded(false);
  await pass(TERMINATION_MS);
  bar.requestStarted();
  await pass(SHOW_DELAY_MS);
  await pass(FADE_MS);
  expect(nprogress.remove).not.toHaveBeenCalled();
  expect(values().at(-1)).toBe(0.08);
  bar.requestEnded(false);
});
