import { randomBytes } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Logger } from 'pino';
import { ContentError } from '../../shared/content-error.ts';
import type { PlainConfig } from '../config.ts';
import type { UpstreamClient } from '../content-api/answer-loader.ts';
import { openUpstream } from '../content-api/open-gateway.ts';
import type { Upstream } from '../content-api/upstream.ts';
import { type ContentServer, startContentServer } from '../content-folder/content-server.ts';
import type { ApiFiles } from '../images/originals.ts';
import { inView, type View, viewHeaders, viewOf } from './content-view.ts';
import { isSecret } from './secret.ts';

/** Where the content of a preview comes from. */
interface PreviewContent {
  /** The content API as a view shows it. */
  upstreamOf(view: View): Promise<UpstreamClient>;
  /** Of a CMS. */
  api?: ApiFiles;
  close(): Promise<void>;
}

interface PreviewContentEvents {
  /** A file of the folder has changed, or the time of an item has come. */
  onChange(): void;
  /** The CMS has answered a call. */
  onAnswer(address: string, body: Uint8Array): void;
}

/**
 * The CMS, or servers of the content folder: one with drafts, for everything, and one without them, for the site at another
 * time. Both read the same headers as a CMS.
 */
export function openPreviewContent(
  config: PlainConfig,
  log: Logger,
  { onChange, onAnswer }: PreviewContentEvents,
): PreviewContent {
  if (config.upstream) {
    const upstream = openUpstream(config);
    return {
      upstreamOf: async (view) => clientOf(upstream, view, onAnswer),
      api: upstream.files,
      close: () => upstream.close(),
    };
  }
  // Other processes of this machine can reach its loopback ports.
  const secret = randomBytes(32).toString('base64url');
  const opened: Partial<Record<'everything' | 'public', Promise<FolderContent>>> = {};
  const open = (drafts: boolean) => openFolder(config, { drafts, secret, log, onChange });
  return {
    async upstreamOf(view) {
      const name = view.at === undefined ? 'everything' : 'public';
      opened[name] ??= open(name === 'everything');
      opened[name].catch(() => {
        // The next request tries again.
        opened[name] = undefined;
      });
      const { upstream } = await opened[name];
      return clientOf(upstream, view);
    },
    async close() {
      const folders = await Promise.allSettled(Object.values(opened));
      await Promise.all(
        folders.map(async (folder) => {
          if (folder.status !== 'fulfilled') return;
          await folder.value.upstream.close();
          await folder.value.server.close();
        }),
      );
    },
  };
}

interface FolderContent {
  server: ContentServer;
  upstream: Upstream;
}

async function openFolder(
  { contentDir: dir, ...config }: PlainConfig,
  { drafts, secret, log, onChange }: { drafts: boolean; secret: string; log: Logger; onChange: () => void },
): Promise<FolderContent> {
  const { timeZone, locales } = config.site;
  const server = await startContentServer(
    {
      dir,
      timeZone,
      locales,
      drafts,
      // The site logs the faults of the same folder, and the preview shows them.
      log: log.child({}, { level: 'silent' }),
      inView(headers, respond) {
        if (!isAllowed(headers, secret)) throw new ContentError(403, 'not allowed');
        return inView(viewOf(headers), respond);
      },
    },
    onChange,
  );
  const upstream = openUpstream({ ...config, contentDir: dir }, server.url, { authorization: secret });
  return { server, upstream };
}

const isAllowed = ({ authorization = '' }: IncomingHttpHeaders, secret: string): boolean =>
  isSecret(authorization, secret);

/** Asks for a view with each call. */
function clientOf(upstream: Upstream, view: View, onAnswer?: PreviewContentEvents['onAnswer']): UpstreamClient {
  return {
    get: (address, request, normalise) =>
      upstream.get(address, { ...request, headers: viewHeaders(view) }, (response) => {
        onAnswer?.(address, response.bytes);
        // The queue of calls may run it for a request of another view.
        return inView(view, () => normalise(response));
      }),
    prioritise: (address) => upstream.prioritise(address),
  };
}
