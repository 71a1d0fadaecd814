import type { TestProject } from 'vitest/node';
import { buildIfStale } from './build.ts';
import { findChromium, findHeadlessShell } from './chromium.ts';
import { listen } from './listen.ts';
import { findRedis } from './redis.ts';
import { startServer, type TestServer } from './server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Answers with the address of the example's site. */
    exampleSite: string;
  }
}

/**
 * Before the project `site`: the built server exists, a Redis server and a Chromium are installed. The example's site is started for
 * the first file that asks for it, and serves all of them: its start costs as much as a whole file of tests.
 */
export default async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  findHeadlessShell();
  findChromium();
  findRedis();
  buildIfStale();
  let example: Promise<TestServer> | undefined;
  const { url, close } = await listen(async (_, response) => {
    example ??= startServer({ CONTENT_DIR: 'content', LOCALES: 'en,ne', SEARCH: 'own' });
    const { url } = await example;
    response.end(url);
  });
  provide('exampleSite', url);
  return async () => {
    await close();
    await (await example)?.stop();
  };
}
