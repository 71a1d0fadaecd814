import { type Config, type PlainConfig, PREVIEW_SHARE, upstreamShare } from '@foyer/config';
import { startThread } from '@foyer/runtime';
import type { Logger } from 'pino';

export interface ThreadData {
  config: PlainConfig;
  token: string;
  host: string;
  port: number;
  searchUrl?: string;
}

export interface MessageToThread {
  closeWithinMs: number;
}
export type MessageFromThread = { listening: string } | { line: string } | { closed: true };

/** The preview, as the process sees it that starts it. */
interface RunningPreview {
  close(): Promise<void>;
}

/** Of the built entries. */
const SERVER_DIR = new URL('.', import.meta.url);
const MAX_HEAP_MB = 768;
/** The calls of one request share an answer for this long. The next request forgets it. */
const REQUEST_TTL_MS = 10_000;
/** For the end of the thread, beyond the time that its requests have. */
const CLOSE_TIMEOUT_MS = 2_000;

/**
 * Starts the thread of the preview: nothing of it is in the way of a public request, and its failure does not touch the site.
 * Undefined without a configuration for it.
 */
export function startPreview(
  config: Config,
  log: Logger,
  searchUrl?: string,
  serverDir: URL = SERVER_DIR,
): RunningPreview | undefined {
  if (!config.preview) return undefined;
  const { host, port, token, authorization } = config.preview;
  const { trustsProxy: _, imageKeys: __, preview: ___, ...sent } = config;
  const data: ThreadData = {
    config: {
      ...sent,
      ...upstreamShare(sent, PREVIEW_SHARE),
      ...(sent.upstream && { upstream: { ...sent.upstream, authorization } }),
      site: { ...sent.site, indexable: false },
      drafts: false,
      // Nothing is stored: neither in memory longer than a request, nor on disk, nor in Redis.
      contentTtlMs: REQUEST_TTL_MS,
      contentStaleMs: 0,
      pageCacheBytes: 0,
      answerCacheDir: undefined,
      imageCacheDir: undefined,
      storedSiteDir: undefined,
      redisUrl: undefined,
    },
    token,
    host,
    port,
    searchUrl,
  };
  const thread = startThread<MessageToThread, MessageFromThread>({
    name: 'preview',
    file: new URL('preview-thread.mjs', serverDir),
    data,
    maxHeapMb: MAX_HEAP_MB,
    log,
    onMessage(message) {
      if ('listening' in message) log.info({ url: message.listening, preview: true }, 'listening');
    },
  });
  return {
    close: () => thread.close({ closeWithinMs: config.shutdownGraceMs }, config.shutdownGraceMs + CLOSE_TIMEOUT_MS),
  };
}
