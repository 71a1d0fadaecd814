import { readFileSync } from 'node:fs';
import { request } from 'undici';
import { expect, it } from 'vitest';
import { startServer } from '../support/server.ts';

/* What docs/operations.md says of memory: the server on the example, with all pages, pictures that nobody has asked for, and searches. */

const PICTURES = 60;
/** What the image has V8 and the allocator do. */
const IMAGE = Object.fromEntries(
  [...readFileSync('Dockerfile', 'utf8').matchAll(/\b((?:MALLOC_\w+|NODE_OPTIONS))=(\S+)/g)].map(([, name, value]) => [
    name,
    value,
  ]),
);

/** The most memory that the process has had, in MB. */
const peakOf = (pid: number | undefined): number =>
  Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1_024;

it.each([
  ['with the search', 'own', 320],
  ['without it', 'off', 256],
])('%s it lives in what is said', { tags: ['exhaustive/soak'] }, async (_, SEARCH, limit) => {
  const server = await startServer({ ...IMAGE, CONTENT_DIR: 'content', SEARCH });
  const get = async (path: string) => {
    const { statusCode, body } = await request(server.url + path, { headers: { 'user-agent': 'Googlebot/2.1' } });
    const text = Buffer.from(await body.arrayBuffer()).toString('latin1');
    expect(statusCode, path).toBeLessThan(500);
    return text;
  };
  const pages = [...(await get('/sitemap.xml')).matchAll(/<loc>https?:\/\/[^/<]+([^<]*)/g)].map(
    ([, path = '']) => path,
  );
  const pictures = new Set<string>();
  for (const path of pages)
    for (const [address] of (await get(path || '/')).matchAll(/\/media\/@[^" ,)]+/g)) pictures.add(address);
  expect([pages.length > 60, pictures.size > PICTURES]).toEqual([true, true]);
  for (const address of [...pictures].slice(0, PICTURES)) await get(address);
  if (SEARCH === 'own') for (let number = 0; number < 50; number += 1) await get(`/search?q=report+${number}`);
  expect(peakOf(server.process.pid)).toBeLessThan(limit);
  expect(await server.stop()).toBe(0);
});
