import { parentPort, workerData } from 'node:worker_threads';
import type { PlainConfig } from '../config.ts';
import type { FaultSnapshot } from '../content-api/fault-registry.ts';
import { openGateway, openUpstream } from '../content-api/open-gateway.ts';
import type { Purge } from '../content-api/purge.ts';
import { createThreadLog } from '../observability/thread-log.ts';
import { scriptHash } from '../script-hash.ts';
import { openDocumentTexts } from './document-texts.ts';
import { SearchService, type SearchStatus } from './search-service.ts';
import { StoredIndex } from './stored-index.ts';

/* The worker thread of the search (search-process.ts). */

export interface ThreadData {
  config: PlainConfig;
  contentFolderUrl?: string;
  pdfThread: string;
  port: number;
}

export type MessageToThread = { purge: Purge; id: number } | { faults: true } | { close: true };
export type MessageFromThread =
  | { purged: number }
  | { faults: FaultSnapshot }
  | { status: SearchStatus }
  | { line: string }
  | { closed: true };

const { config, contentFolderUrl, pdfThread, port } = workerData as ThreadData;
const post = (message: MessageFromThread) => parentPort?.postMessage(message);
const log = createThreadLog(config.logLevel);

/** The index keeps what it needs: the gateway's answers are read once. */
const CACHE_BYTES = { protectedBytes: 2_000_000, probationBytes: 2_000_000 };

const upstream = openUpstream(config, contentFolderUrl);
const { gateway, close } = await openGateway({ ...config, answerCacheDir: undefined }, log, {
  upstream,
  cacheBytes: CACHE_BYTES,
});
const service = new SearchService({
  gateway,
  log,
  contentFolderUrl,
  port,
  documentTexts: openDocumentTexts(config, { threadFile: pdfThread, api: upstream.files }, log),
  storedIndex: config.searchDir === undefined ? undefined : new StoredIndex(config.searchDir, scopeOf(config), log),
  onStatus: (status) => post({ status }),
});
parentPort?.on('message', async (message: MessageToThread) => {
  if ('close' in message) {
    await service.close();
    await close();
    await upstream.close();
    post({ closed: true });
    return;
  }
  if ('faults' in message) return post({ faults: gateway.faults() });
  await service.purge(message.purge);
  post({ purged: message.id });
});
await service.start();

/** An index of other content, of other editions, or of another build, which may know other terms, is not used. */
function scopeOf({ upstream, contentDir, site: { locales } }: PlainConfig): string {
  return JSON.stringify([upstream?.url ?? contentDir, locales, scriptHash(import.meta.url)]);
}
