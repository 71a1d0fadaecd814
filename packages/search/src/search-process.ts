import { once, setMaxListeners } from 'node:events';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { type Config, loopbackUrl } from '@foyer/config';
import type { FolderSource } from '@foyer/folder';
import type { Purge } from '@foyer/gateway';
import { type ReplacedThread, type SearchFigures, startThread, withTimeout, YOUNG_HEAP_MB } from '@foyer/runtime';
import type { Logger } from 'pino';
import { type ContentReader, readerOf } from './content-reader.ts';
import { type DocumentTexts, openDocumentTexts } from './document-texts.ts';
import type { SearchGateway } from './search-gateway.ts';
import type { SearchStatus } from './search-service.ts';
import type { MessageFromThread, MessageToThread, ThreadData } from './search-thread.ts';
import { factsOf, replyTo } from './thread-reader.ts';

/** The search, as the process sees it that starts it. */
export interface RunningSearch {
  /** The base of its API. It stays when the thread is replaced. */
  url: string;
  /** Resolves when what the last purge of its gateway has removed is not found any more. Never rejects. */
  followed(): Promise<void>;
  figures(): SearchFigures;
  close(): Promise<void>;
}

/** Of the built entries. */
const SERVER_DIR = new URL('.', import.meta.url);
/** The thread's index may take this much; the content is shortened long before (search-service.ts). */
const MAX_HEAP_MB = 768;
const PURGE_TIMEOUT_MS = 2_500;
const CLOSE_TIMEOUT_MS = 2_500;
const NOTHING: SearchStatus = { documents: 0, shortened: 0, isComplete: false };

/** A search that has its address before it has a thread. */
export interface OpenSearch extends RunningSearch {
  /** Starts the thread, unless the search is closed. It follows the purges of the gateway. @param content undefined: a CMS */
  start(through: SearchGateway, content?: Pick<FolderSource, 'revisions'>): Promise<void>;
}

/**
 * The search without its thread, so that the site can know its address and start first. Until the thread listens, and while it is
 * replaced, searches wait for it, up to two seconds. There is one thread, however many processes serve the site.
 */
export async function openSearch(config: Config, log: Logger, serverDir: URL = SERVER_DIR): Promise<OpenSearch> {
  const { trustsProxy: _, imageKeys: __, preview: ___, ...sent } = config;
  const { port, release } = await reservePort();
  let thread: ReplacedThread<MessageToThread> | undefined;
  let status = NOTHING;
  let lastPurge = 0;
  /** By the purges that wait for the thread. */
  const purging = new Map<number, () => void>();
  let following = Promise.resolve();
  /** Threads that have ended: what one has asked is no answer for its successor, whose questions have the same numbers. */
  let ended = 0;
  let documentTexts: DocumentTexts | undefined;
  const closing = new AbortController();
  // Each call listens to it.
  setMaxListeners(0, closing.signal);
  const startAt = (data: ThreadData, reader: ContentReader) =>
    startThread<MessageToThread, MessageFromThread>({
      name: 'search',
      file: new URL('search-thread.mjs', serverDir),
      data,
      maxHeapMb: MAX_HEAP_MB,
      youngHeapMb: YOUNG_HEAP_MB,
      log,
      onMessage(message) {
        if ('status' in message) status = message.status;
        else if ('purged' in message) purging.get(message.purged)?.();
        else if ('question' in message) {
          const endedBefore = ended;
          void replyTo(reader, message, closing.signal).then((reply) => ended === endedBefore && thread?.post(reply));
        }
      },
      onEnd() {
        ended += 1;
        status = NOTHING;
        // Its successor reads everything.
        for (const done of purging.values()) done();
      },
    });

  async function purge(what: Purge): Promise<void> {
    lastPurge += 1;
    const id = lastPurge;
    const purged = new Promise<void>((resolve) => purging.set(id, resolve));
    if (!thread?.post({ purge: what, id })) purging.get(id)?.();
    await withTimeout(purged, PURGE_TIMEOUT_MS, () => new Error('no answer in time')).catch((err: unknown) => {
      log.warn({ err }, 'the search does not follow a purge in time');
    });
    purging.delete(id);
  }

  return {
    url: loopbackUrl(port, config.site.locales),
    async start({ gateway, api }, content) {
      await release();
      if (closing.signal.aborted) return;
      const pdfThread = fileURLToPath(new URL('pdf-thread.mjs', serverDir));
      documentTexts = openDocumentTexts(config, { threadFile: pdfThread, api }, log);
      const reader = readerOf({ gateway, folder: content, documentTexts });
      thread = startAt({ config: sent, facts: factsOf(reader), port }, reader);
      gateway.on('purged', (what) => {
        if (!('entity' in what && what.entity === 'search')) following = purge(what);
      });
    },
    followed: () => following,
    figures: () => ({ ...status, restarts: thread?.restarts() ?? 0 }),
    async close() {
      closing.abort(new Error('the search is closed'));
      await release();
      await thread?.close({ close: true }, CLOSE_TIMEOUT_MS);
      await documentTexts?.close();
    },
  };
}

/** A port of loopback: each thread listens on the same one, which the site knows before there is a thread. Nothing else gets it until it is released. */
async function reservePort(): Promise<{ port: number; release(): Promise<void> }> {
  const server = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('no free port on 127.0.0.1');
  const closed = once(server, 'close');
  return {
    port: address.port,
    async release() {
      server.close();
      await closed;
    },
  };
}
