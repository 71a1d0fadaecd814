import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A network before a server that breaks the connection of every page behind the first place where this text stands. */
export async function startCutting(origin: string, text: string): Promise<{ url: string; close(): void }> {
  const proxy = createServer(({ url, headers }, response) => {
    request(origin + url, { headers: { ...headers, 'accept-encoding': 'identity' } }, async (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      if (!answer.headers['content-type']?.startsWith('text/html')) return void answer.pipe(response);
      let page = '';
      for await (const chunk of answer.setEncoding('utf8')) {
        const from = page.length;
        page += chunk;
        const end = page.indexOf(text);
        if (end < 0) {
          response.write(chunk);
          continue;
        }
        // What came before has to be on its way when the connection breaks.
        response.write(page.slice(from, end + text.length), () => setTimeout(() => response.destroy(), 50));
        return;
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
