import { openUpstream } from '@foyer/cms';
import type { PlainConfig } from '@foyer/config';
import { type FolderSource, openFolderSource } from '@foyer/folder/source';
import type { ContentSource } from '@foyer/gateway';
import { withTables } from '@foyer/gathering';
import type { ApiFiles } from '@foyer/images';
import type { Logger } from 'pino';
import { inView, type View, viewHeaders } from './content-view.ts';

/** Where the content of a preview comes from. */
interface PreviewContent {
  /** The content as a view shows it. */
  sourceOf(view: View): Promise<ContentSource>;
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
 * The CMS, or the content folder, opened twice: with drafts, for everything, and without them, for the site at another time.
 */
export function openPreviewContent(
  config: PlainConfig,
  log: Logger,
  { onChange, onAnswer }: PreviewContentEvents,
): PreviewContent {
  if (config.upstream) {
    const upstream = openUpstream(config, config.upstream);
    return {
      sourceOf: async (view) => withTables(config, inViewOf(view, upstream, onAnswer)),
      api: upstream.files,
      close: () => upstream.close(),
    };
  }
  const opened: Partial<Record<'everything' | 'public', Promise<FolderSource>>> = {};
  const open = (drafts: boolean) =>
    openFolderSource(
      {
        dir: config.contentDir,
        timeZone: config.site.timeZone,
        locales: config.site.locales,
        drafts,
        // The site logs the faults of the same folder, and the preview shows them.
        log: log.child({}, { level: 'silent' }),
      },
      onChange,
    );
  return {
    async sourceOf(view) {
      const name = view.at === undefined ? 'everything' : 'public';
      opened[name] ??= open(name === 'everything');
      opened[name].catch(() => {
        // The next request tries again.
        opened[name] = undefined;
      });
      return inViewOf(view, await opened[name]);
    },
    async close() {
      const folders = await Promise.allSettled(Object.values(opened));
      for (const folder of folders) if (folder.status === 'fulfilled') folder.value.close();
    },
  };
}

/** Answers in a view, for which it asks a CMS with each call. */
function inViewOf(view: View, source: ContentSource, onAnswer?: PreviewContentEvents['onAnswer']): ContentSource {
  return {
    get: (address, request, normalise) =>
      inView(view, () =>
        source.get(address, { ...request, headers: viewHeaders(view) }, (response) => {
          onAnswer?.(address, response.bytes);
          // The queue of calls may run it for a request of another view.
          return inView(view, () => normalise(response));
        }),
      ),
    prioritise: (address) => source.prioritise?.(address),
  };
}
