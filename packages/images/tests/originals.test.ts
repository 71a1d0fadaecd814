import type { ServerResponse } from 'node:http';
import { afterEach, expect, it } from 'vitest';
import { listen } from '../../../tests/support/listen.ts';
import { POLLING } from '../../../tests/support/polling.ts';
import { Originals } from '../src/originals.ts';

let originals: Originals | undefined;
const servers: Awaited<ReturnType<typeof listen>>[] = [];
afterEach(async () => {
  await originals?.close();
  for (const server of servers.splice(0)) await server.close();
});

it.each(['load', 'loadHead'] as const)('one that is replaced while it arrives is loaded anew: %s', async (load) => {
  let old: ServerResponse | undefined;
  const server = await listen((_, response) => {
    if (old) response.end('new');
    old ??= response;
  });
  servers.push(server);
  originals = new Originals({ origins: [server.url] });
  const location = `${server.url}/hill.jpg`;
  const first = originals[load](location);
  await expect.poll(() => old, POLLING).toBeDefined();
  originals.forget(location);
  old?.end('old');
  expect(String((await first).bytes)).toBe('old');
  expect(String((await originals[load](location)).bytes)).toBe('new');
});
