import { once } from 'node:events';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { Logger } from 'pino';
import { YOUNG_HEAP_MB } from '../background-heap.ts';
import { type Config, PREVIEW_SHARE, upstreamShare } from '../config.ts';
import type { FaultSnapshot } from '../content-api/fault-registry.ts';
import type { Purge } from '../content-api/purge.ts';
import { loopbackUrl } from '../edition-url.ts';
import type { SearchFigures } from '../observability/metrics.ts';
import { type ReplacedThread, startThread } from '../replaced-thread.ts';
import { withTimeout } from '../with-timeout.ts';
import type { SearchStatus } from './search-service.ts';
import type { MessageFromThread, MessageToThread, ThreadData } from './search-thread.ts';

/** The search, as the process sees it that starts it. */
export interface RunningSearch {
  /** The base of its API. It stays when the thread is replaced. */
  url: string;
  /** Resolves when what the purge has removed is not found any more. Never rejects. */
  purge(what: Purge): Promise<void>;
  figures(): SearchFigures;
  /** Faults of the answers that the search reads, which are all. Never rejects; the last known ones if the thread is busy. */
  faults(): Promise<FaultSnapshot>;
  close(): Promise<void>;
}

/** Of the built entries. */
const SERVER_DIR = new URL('.', import.meta.url);
/** The thread's index may take this much; the content is shortened long before (search-service.ts). */
const MAX_HEAP_MB = 768;
const PURGE_TIMEOUT_MS = 2_500;
const FAULTS_TIMEOUT_MS = 1_000;
const CLOSE_TIMEOUT_MS = 2_500;
/** The part of the upstream's budget and of its connections that the search takes: visitors' calls have their own. */
const UPSTREAM_SHARE = 0.25;

/** The configuration of the site beside the search and the preview: a CMS serves all of them. */
export function siteConfigBeside(config: Config): Config {
  const share = 1 - (config.search === 'own' ? UPSTREAM_SHARE : 0) - (config.preview ? PREVIEW_SHARE : 0);
  return config.upstream && share < 1 ? { ...config, ...upstreamShare(config, share) } : config;
}

const NOTHING: SearchStatus = { documents: 0, shortened: 0, isComplete: false };
const NO_FAULTS: FaultSnapshot = { calls: [], clean: [] };

/** A search that has its address before it has a thread. */
export interface OpenSearch extends RunningSearch {
  /** Starts the thread, unless the search is closed. */
  start(contentFolderUrl?: string): Promise<void>;
}

/** Starts the thread of the search; there is one, however many processes serve the site. Until it listens, and while it is replaced, searches fail. */
export async function startSearch(
  config: Config,
  log: Logger,
  contentFolderUrl?: string,
  serverDir?: URL,
): Promise<RunningSearch> {
  const search = await openSearch(config, log, serverDir);
  await search.start(contentFolderUrl);
  return search;
}

/** The search without its thread, so that the site can know its address and start first. Searches fail until the thread listens. */
export async function openSearch(config: Config, log: Logger, serverDir: URL = SERVER_DIR): Promise<OpenSearch> {
  const { trustsProxy: _, imageKeys: __, preview: ___, ...sent } = config;
  const { port, release } = await reservePort();
  let isClosed = false;
  let thread: ReplacedThread<MessageToThread> | undefined;
  let status = NOTHING;
  let lastPurge = 0;
  /** By the purges that wait for the thread. */
  const purging = new Map<number, () => void>();
  let lastFaults = NO_FAULTS;
  /** Those that wait for the thread's faults. */
  const asking: (() => void)[] = [];
  const startAt = (data: ThreadData) =>
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
        else if ('faults' in message) {
          lastFaults = message.faults;
          for (const done of asking.splice(0)) done();
        }
      },
      onEnd() {
        status = NOTHING;
        lastFaults = NO_FAULTS;
        // Its successor reads everything.
        for (const done of [...purging.values(), ...asking.splice(0)]) done();
      },
    });

  return {
    url: loopbackUrl(port, config.site.locales),
    async start(contentFolderUrl) {
      await release();
      if (isClosed) return;
      thread = startAt({
        config: { ...sent, ...upstreamShare(sent, UPSTREAM_SHARE) },
        contentFolderUrl,
        pdfThread: fileURLToPath(new URL('pdf-thread.mjs', serverDir)),
        port,
      });
    },
    figures: () => ({ ...status, restarts: thread?.restarts() ?? 0 }),
    async faults() {
      const answered = new Promise<void>((resolve) => asking.push(resolve));
      const late = () => new Error('no answer in time');
      if (thread?.post({ faults: true })) await withTimeout(answered, FAULTS_TIMEOUT_MS, late).catch(() => {});
      return lastFaults;
    },
    async purge(what) {
      lastPurge += 1;
      const id = lastPurge;
      const purged = new Promise<void>((resolve) => purging.set(id, resolve));
      if (!thread?.post({ purge: what, id })) purging.get(id)?.();
      await withTimeout(purged, PURGE_TIMEOUT_MS, () => new Error('no answer in time')).catch((err: unknown) => {
        log.warn({ err }, 'the search does not follow a purge in time');
      });
      purging.delete(id);
    },
    async close() {
      isClosed = true;
      await release();
      await thread?.close({ close: true }, CLOSE_TIMEOUT_MS);
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
