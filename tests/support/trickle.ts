import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

const SLICE = 256;
const PAUSE = 20;

/** A slow network before a server: pages come whole as to their head, then bit by bit; all else comes at once, as from a cache. */
export async function startTrickle(origin: string): Promise<{ url: string; close(): void }> {
  const proxy = createServer(({ url, headers }, response) => {
    const { 'if-none-match': _, ...rest } = headers;
    request(origin + url, { headers: { ...rest, 'accept-encoding': 'identity' } }, async (answer) => {
      const { 'content-length': _, ...given } = answer.headers;
      response.writeHead(answer.statusCode ?? 502, given);
      if (!given['content-type']?.startsWith('text/html')) return void answer.pipe(response);
      const page = Buffer.concat(await answer.toArray());
      const head = page.indexOf('<body>');
      response.write(page.subarray(0, head));
      for (let at = head; at < page.length && !response.destroyed; at += SLICE) {
        response.write(page.subarray(at, at + SLICE));
        await pause(PAUSE);
      }
      response.end();
    }).end();
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    close() {
      proxy.closeAllConnections();
      proxy.close();
    },
  };
}
