import { json } from 'node:stream/consumers';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { readConfig } from '../../../packages/config/src/config.ts';
import { PurgeWebhook } from '../../../server/management/purge-webhook.ts';
import { listen } from '../../support/listen.ts';
import { POLLING } from '../../support/polling.ts';

it('more tags than a call of a CDN takes are a purge of everything', async () => {
  const calls: unknown[] = [];
  const server = await listen(async (request, response) => {
    calls.push(await json(request));
    response.end();
  });
  const config = readConfig({});
  const webhook = new PurgeWebhook({ url: server.url, body: '{tags}' }, { config, log: pino({ level: 'silent' }) });
  for (let id = 0; id <= 100; id += 1) webhook.purged({ path: `/blogs/${id}` });
  await expect.poll(() => calls, POLLING).toHaveLength(1);
  expect(calls[0]).toContain('all');
  expect(calls[0]).not.toContain('blogs:0');
  await webhook.close();
  await server.close();
});
