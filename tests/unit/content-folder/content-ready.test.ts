import { expect, it } from 'vitest';
import { isContentReady } from '../../../server/content-folder/content-ready.ts';
import { listen } from '../../support/listen.ts';

/** The probe of Kubernetes gives up after some seconds; the test waits for a part of a minute. */
const MOST_MS = 20_000;

it(
  'a content server that does not answer is not ready, and is not waited for',
  async () => {
    const silent = await listen(() => {});
    expect(await isContentReady(silent.url)).toBe(false);
    await silent.close();
  },
  MOST_MS,
);
