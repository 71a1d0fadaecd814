import { watch } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Logger } from 'pino';
import { ContentError } from '../../shared/content-error.ts';
import { answer } from './answers.ts';
import { faultText } from './faults.ts';
import { type Content, type ContentOptions, loadContent } from './store.ts';

export interface ContentServer {
  /** The API's base on loopback. */
  url: string;
  close(): Promise<void>;
}

const BASE = '/frontapi/en/';
/** An editor's tool writes a file in several steps. */
const SETTLED = 100;

/**
 * Serves a content folder as the content API on a loopback port.
 * @param changed called whenever it has another answer to give: a file has changed, or an item's time has come
 */
export async function startContentServer(
  { log, ...options }: ContentOptions & { log: Logger },
  changed: () => void,
): Promise<ContentServer> {
  const { dir } = options;
  let loaded = await loadContent(options);
  report(loaded.faults, log);
  let calendar = atNextChange(loaded.content, turn);

  const server = createServer((request, response) => {
    try {
      const address = request.url ?? '';
      if (!address.startsWith(BASE)) throw new ContentError(404, 'not below the API');
      send(response, 200, { error: false, data: answer(loaded.content, address.slice(BASE.length)) });
    } catch (error) {
      const status = error instanceof ContentError ? error.status : 500;
      if (status === 500) log.error({ err: error }, 'content server failed');
      send(response, status, { error: true, message: error instanceof Error ? error.message : 'failed' });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  const reload = async () => {
    loaded = await loadContent(options, loaded.good);
    report(loaded.faults, log);
    log.info({ dir }, 'content reloaded');
    turn();
  };
  function turn() {
    clearTimeout(calendar);
    calendar = atNextChange(loaded.content, turn);
    changed();
  }
  const stopWatching = watchFolder(
    dir,
    () => reload().catch((err) => log.error({ err }, 'content could not be read')),
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

function report(faults: Awaited<ReturnType<typeof loadContent>>['faults'], log: Logger): void {
  for (const fault of faults) log.error({ fault: faultText(fault) }, 'content file is faulty');
}

/** What a timer can wait for. */
const LONGEST = 2 ** 31 - 1;

/** Calls back when the next item is to appear or to leave. */
function atNextChange(content: Content, turn: () => void): NodeJS.Timeout {
  const moments = Object.values(content)
    .flat()
    .flatMap((item) => Object.entries(item ?? {}))
    .flatMap(([name, value]) => (name === 'published_at' || name === 'expires_at' ? [Date.parse(String(value))] : []))
    .filter((moment) => moment >= Date.now());
  const next = Math.min(...moments, Number.MAX_SAFE_INTEGER) - Date.now() + 1;
  return setTimeout(turn, Math.min(next, LONGEST)).unref();
}

function watchFolder(dir: string, changed: () => void, log: Logger): () => void {
  let timer: NodeJS.Timeout | undefined;
  try {
    const watcher = watch(dir, { recursive: true }, () => {
      clearTimeout(timer);
      timer = setTimeout(changed, SETTLED);
    });
    watcher.on('error', (err) => log.warn({ err, dir }, 'content is not watched'));
    return () => {
      clearTimeout(timer);
      watcher.close();
    };
  } catch (err) {
    log.warn({ err, dir }, 'content is not watched');
    return () => {};
  }
}

function send(response: ServerResponse, status: number, answer: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
}
