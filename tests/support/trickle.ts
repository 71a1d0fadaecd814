import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

const SLICE_BYTES = 256;
const PAUSE_MS = 20;

/** A proxy that simulates a slow network: of a page the head arrives at once and the body in slices; everything else arrives at once. */
export async function startTrickle(origin: string): Promise<{ url: string; close(): void }> {
  const proxy = createServer(({ url, headers }, response) => {
    const { 'if-none-match': _, ...rest } = headers;
    request(origin + url, { headers: { ...rest, 'accept-encoding': 'identity' } }, async (answer) => {
      const { 'content-length': _, ...headersToSend } = answer.headers;
      response.writeHead(answer.statusCode ?? 502, headersToSend);
      if (!headersToSend['content-type']?.startsWith('text/html')) return void answer.pipe(response);
      const page = Buffer.concat(await answer.toArray());
      const head = page.indexOf('<body>');
      response.write(page.subarray(0, head));
      for (let at = head; at < page.length && !response.destroyed; at += SLICE_BYTES) {
        response.write(page.subarray(at, at + SLICE_BYTES));
        await pause(PAUSE_MS);
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
