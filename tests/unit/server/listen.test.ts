import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { request } from 'undici';
import { afterEach, expect, it } from 'vitest';
import { readConfig } from '../../../packages/config/src/config.ts';
import { type Listener, listen } from '../../../server/http/listen.ts';

/* What one client may cost: the limits of a connection. */

let listener: Listener | undefined;
afterEach(() => listener?.close(0));

const HERE = { host: '127.0.0.1', port: 0 };

it('headers of a browser with many cookies are read, larger ones refused', async () => {
  listener = await listen((_request, response) => response.end(), HERE);
  const { url } = listener;
  const statusWith = async (bytes: number) => {
    const { statusCode, body } = await request(url, { headers: { cookie: 'x'.repeat(bytes) } });
    await body.dump();
    return statusCode;
  };
  expect([await statusWith(15_000), await statusWith(17_000)]).toEqual([200, 431]);
});

it('an idle connection is kept for longer than the load balancer keeps it', async () => {
  const promised = async (address: { host: string; port: number; keepAliveTimeoutMs?: number }) => {
    listener = await listen((_request, response) => response.end(), address);
    const { headers, body } = await request(listener.url);
    await body.dump();
    await listener.close(0);
    return headers['keep-alive'];
  };
  expect(await promised(HERE)).toBe('timeout=65');
  const { host, port, keepAliveTimeoutMs } = readConfig({ PORT: '0', KEEP_ALIVE_TIMEOUT: '620000' });
  expect(await promised({ host, port, keepAliveTimeoutMs })).toBe('timeout=620');
});

it('a connection is closed after a minute in which its client has read nothing', async () => {
  const sockets: Socket[] = [];
  listener = await listen(({ socket }, response) => {
    response.write('the beginning');
    sockets.push(socket);
  }, HERE);
  const client = connect(Number(new URL(listener.url).port), HERE.host);
  client.write('GET / HTTP/1.1\r\nHost: www.example.org\r\n\r\n');
  await expect.poll(() => sockets.map(({ timeout }) => timeout)).toEqual([60_000]);
  // As Node.js does when that time is over.
  sockets[0]?.emit('timeout');
  client.resume();
  await once(client, 'close');
});
