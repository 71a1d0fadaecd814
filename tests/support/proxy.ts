import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

interface Proxy {
  url: string;
  close(): void;
}

/** A network before a server that changes every page. */
export const startChanging = (origin: string, change: (page: string) => string): Promise<Proxy> =>
  startProxy(origin, async (answer, response) => {
    response.end(change(await text(answer)));
  });

/** A network before a server that breaks the connection of its first page behind the first place where these words stand. */
export function startCutting(origin: string, words: string): Promise<Proxy> {
  let isFirst = true;
  return startProxy(origin, async (answer, response) => {
    if (!isFirst) return void answer.pipe(response);
    isFirst = false;
    let page = '';
    for await (const chunk of answer.setEncoding('utf8')) {
      const from = page.length;
      page += chunk;
      const end = page.indexOf(words);
      if (end < 0) {
        response.write(chunk);
        continue;
      }
      // What came before has to be on its way when the connection breaks.
      response.write(page.slice(from, end + words.length), () => setTimeout(() => response.destroy(), 50));
      return;
    }
    response.end();
  });
}

type Forward = (answer: IncomingMessage, response: ServerResponse) => Promise<void>;

async function startProxy(origin: string, forwardPage: Forward): Promise<Proxy> {
  const proxy = createServer(({ url, headers }, response) => {
    request(origin + url, { headers: { ...headers, 'accept-encoding': 'identity' } }, (answer) => {
      const { 'content-length': _, ...given } = answer.headers;
      response.writeHead(answer.statusCode ?? 502, given);
      if (given['content-type']?.startsWith('text/html')) void forwardPage(answer, response);
      else answer.pipe(response);
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
