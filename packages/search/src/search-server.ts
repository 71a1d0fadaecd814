import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { loopbackUrl } from '@foyer/config';
import { type ListQuery, matchCall, readCall, readQuery } from '@foyer/gateway';
import type { Locale } from '@foyer/messages';
import { ContentError, type Locales } from '@foyer/model';
import type { Logger } from 'pino';

interface SearchServerOptions {
  locales: Locales;
  /** The data of the answer to a search. */
  search(query: ListQuery, locale: Locale): object;
  log: Logger;
}

const BASE = /^\/frontapi\/([a-z]+)(\/[^?]*)(?:\?(.*))?$/;

/** Answers the call `search` on a port of loopback, for each process that serves the site. */
export class SearchServer {
  readonly #options: SearchServerOptions;
  readonly #server: Server;

  constructor(options: SearchServerOptions) {
    this.#options = options;
    this.#server = createServer((request, response) => {
      const { status, body } = this.#answer(request.url ?? '');
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    });
  }

  get isListening(): boolean {
    return this.#server.listening;
  }

  /** @param port 0: any that is free @returns the base of the API */
  async listen(port: number): Promise<string> {
    await new Promise<void>((resolve, reject) => {
      this.#server.once('error', reject).listen(port, '127.0.0.1', resolve);
    });
    const address = this.#server.address() as AddressInfo;
    return loopbackUrl(address.port, this.#options.locales);
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  /** The response to a request below the API's base. */
  #answer(address: string): { status: number; body: object } {
    const { locales, search, log } = this.#options;
    try {
      const [, segment, path = '', query] = BASE.exec(address) ?? [];
      const locale = locales.find((edition) => edition === segment);
      if (!locale || matchCall(path).path !== 'search') throw new ContentError(404, 'no such call');
      const { list } = readCall('search', readQuery(new URLSearchParams(query)), { locale, locales });
      if (!list) throw new ContentError(404, 'no such call');
      return { status: 200, body: { error: false, data: search(list.query, locale) } };
    } catch (error) {
      const status = error instanceof ContentError ? error.status : 500;
      // Without the query: what visitors search for is personal.
      if (status === 500) log.error({ err: error }, 'a search failed');
      return { status, body: { error: true, message: error instanceof Error ? error.message : 'failed' } };
    }
  }
}
