import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

const CUT_DELAY_MS = 1_000;

interface Proxy {
  url: string;
  close(): void;
}

/** Starts a proxy that changes every page. */
export const startChanging = (origin: string, change: (page: string) => string): Promise<Proxy> =>
  startProxy(origin, async (answer, response) => {
    response.end(change(await text(answer)));
  });

/** Starts a proxy that closes the connection of the first page after the first occurrence of `words`. */
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
      // The browser must have read the text before the connection is closed: otherwise it may drop it.
      response.write(page.slice(from, end + words.length), () => setTimeout(() => response.destroy(), CUT_DELAY_MS));
      return;
    }
    response.end();
  });
}

type Forward = (answer: IncomingMessage, response: ServerResponse) => Promise<void>;

async function startProxy(origin: string, forwardPage: Forward): Promise<Proxy> {
  const proxy = createServer(({ url, headers }, response) => {
    request(origin + url, { headers: { ...headers, 'accept-encoding': 'identity' } }, (answer) => {
      const { 'content-length': _, ...headersToSend } = answer.headers;
      response.writeHead(answer.statusCode ?? 502, headersToSend);
      if (headersToSend['content-type']?.startsWith('text/html')) void forwardPage(answer, response);
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
