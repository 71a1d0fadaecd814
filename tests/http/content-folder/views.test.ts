import { pino } from 'pino';
import { afterEach, expect, test } from 'vitest';
import { type ContentServer, startContentServer } from '../../../server/content-folder/content-server.ts';
import { ContentError } from '../../../shared/content-error.ts';

/* The preview's content server answers in a view, and nothing to those who may not ask for one: it is on loopback, with drafts. */

let server: ContentServer;
afterEach(() => server.close());

const ADDRESSES = ['/frontapi/en/blogs', '/revisions', '/hidden-files', '/listed-items/en/blogs?page=1'];

test.for(ADDRESSES)('%s is answered in the view alone', async (address) => {
  const options = { dir: 'content', timeZone: 'Asia/Kathmandu', log: pino({ level: 'silent' }) };
  server = await startContentServer(
    {
      ...options,
      inView(headers, respond) {
        if (headers.authorization !== 'allowed') throw new ContentError(403, 'not allowed');
        return respond();
      },
    },
    () => {},
  );
  const ask = (headers: Record<string, string>) => fetch(new URL(address, server.url), { headers });
  const refused = await ask({});
  expect(refused.status).toBe(403);
  expect(await refused.json()).toEqual({ error: true, message: 'not allowed' });
  const allowed = await ask({ authorization: 'allowed' });
  expect(allowed.status).toBe(200);
  expect(await allowed.json()).toMatchObject({ error: false, data: expect.anything() });
});
