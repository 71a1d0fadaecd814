import { parentPort, workerData } from 'node:worker_threads';
import type { PlainConfig } from '@foyer/config';
import type { Purge } from '@foyer/gateway';
import { createThreadLog, scriptHash } from '@foyer/runtime';
import type { DocumentSources } from './document-sources.ts';
import { SearchService, type SearchStatus } from './search-service.ts';
import { StoredIndex } from './stored-index.ts';
import { type Question, type ReaderFacts, type Reply, ThreadReader } from './thread-reader.ts';

export interface ThreadData {
  config: PlainConfig;
  facts: ReaderFacts;
  port: number;
}

export type MessageToThread = Reply | { purge: Purge; id: number } | { close: true };
export type MessageFromThread =
  | Question
  | { purged: number }
  | { status: SearchStatus }
  | { line: string }
  | { closed: true };

/**
 * Runs in the worker thread of the search (search-process.ts).
 * @param url of the thread's script
 */
export async function runSearchThread(sources: DocumentSources, url: string): Promise<void> {
  const { config, facts, port } = workerData as ThreadData;
  const post = (message: MessageFromThread) => parentPort?.postMessage(message);
  const log = createThreadLog(config.logLevel);

  const reader = new ThreadReader(facts, post);
  const service = new SearchService({
    sources,
    reader,
    log,
    port,
    storedIndex:
      config.searchDir === undefined ? undefined : new StoredIndex(config.searchDir, scopeOf(config, url), log),
    onStatus: (status) => post({ status }),
  });
  parentPort?.on('message', async (message: MessageToThread) => {
    if ('reply' in message) return reader.receive(message);
    if ('close' in message) {
      await service.close();
      post({ closed: true });
      return;
    }
    await service.purge(message.purge);
    post({ purged: message.id });
  });
  await service.start();
}

/** An index of other content, of other editions, or of another build, which may know other terms, is not used. */
function scopeOf({ upstream, contentDir, site: { locales } }: PlainConfig, url: string): string {
  return JSON.stringify([upstream?.url ?? contentDir, locales, scriptHash(url)]);
}
