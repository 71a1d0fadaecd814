import { existsSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Logger } from 'pino';
import { ContentError } from '../../shared/content-error.ts';
import { answer, prepareSearch } from './answers.ts';
import { type Fault, faultText } from './faults.ts';
import { type Content, type ContentOptions, openContent } from './store.ts';
import { watchFolder } from './watch.ts';

export interface ContentServer {
  /** The API's base on loopback. */
  url: string;
  close(): Promise<void>;
}

const BASE = '/frontapi/en/';
const SEARCH = /[?&]search=/;

/**
 * Serves a content folder as the content API on a loopback port.
 * @param changed called whenever it has another answer to give: a file has changed, or an item's time has come
 */
export async function startContentServer(
  { log, ...options }: ContentOptions & { log: Logger },
  changed: () => void,
): Promise<ContentServer> {
  const { dir } = options;
  if (!existsSync(dir)) throw new Error(`the content folder ${dir}: there is no such folder`);
  const folder = openContent(options);
  let loaded = await folder.load();
  report(loaded.faults, log);
  let calendar = atNextChange(loaded.content, turn);

  const prepare = () => prepareSearch(loaded).catch((err) => log.error({ err }, 'content cannot be searched'));
  let prepared = prepare();

  const server = createServer(async (request, response) => {
    try {
      const address = request.url ?? '';
      if (!address.startsWith(BASE)) throw new ContentError(404, 'not below the API');
      // Right after the start whoever searches waits, and nobody else.
      if (SEARCH.test(address)) await prepared;
      send(response, 200, { error: false, data: answer(loaded, address.slice(BASE.length)) });
    } catch (error) {
      const status = error instanceof ContentError ? error.status : 500;
      if (status === 500) log.error({ err: error }, 'content server failed');
      send(response, status, { error: true, message: error instanceof Error ? error.message : 'failed' });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  let reloading = Promise.resolve();
  const reload = async () => {
    loaded = await folder.load();
    report(loaded.faults, log);
    log.info({ dir }, 'content reloaded');
    turn();
    prepared = prepare();
  };
  function turn() {
    clearTimeout(calendar);
    calendar = atNextChange(loaded.content, turn);
    changed();
  }
  const stopWatching = watchFolder(
    dir,
    () => {
      reloading = reloading.then(reload).catch((err) => log.error({ err }, 'content could not be read'));
    },
    log,
  );

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${BASE}`,
    close() {
      stopWatching();
      clearTimeout(calendar);
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

function report(faults: readonly Fault[], log: Logger): void {
  for (const fault of faults) log.error({ fault: faultText(fault) }, 'content file is faulty');
}

/** What a timer can wait for. */
const LONGEST = 2 ** 31 - 1;

/** Calls back when the next item is to appear or to leave. */
function atNextChange(content: Content, turn: () => void): NodeJS.Timeout {
  let next = LONGEST;
  for (const item of Object.values(content).flat()) {
    for (const moment of momentsOf(item ?? {})) {
      const wait = Date.parse(moment) - Date.now();
      if (wait >= 0) next = Math.min(next, wait + 1);
    }
  }
  return setTimeout(turn, next).unref();
}

function momentsOf(item: object): string[] {
  const moments = ['published_at' in item && item.published_at, 'expires_at' in item && item.expires_at];
  return moments.filter((moment) => typeof moment === 'string');
}

function send(response: ServerResponse, status: number, answer: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
}
