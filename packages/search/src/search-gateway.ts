import { fileURLToPath } from 'node:url';
import { openUpstream } from '@foyer/cms';
import { type Config, primaryConfig } from '@foyer/config';
import type { FolderSource } from '@foyer/folder';
import { type ContentSource, type Gateway, openGateway } from '@foyer/gateway';
import { withTables } from '@foyer/gathering';
import type { ApiFiles } from '@foyer/images';
import { loadMessages } from '@foyer/model';
import type { Logger } from 'pino';

/** Through what the search reads. */
export interface SearchGateway {
  gateway: Gateway;
  /** The CMS itself. */
  upstream?: ContentSource;
  /** Of a CMS, which may have documents. */
  api?: ApiFiles;
}

/** The gateway of a primary, whose workers have the gateways of the site. @param content undefined: a CMS */
export async function openSearchGateway(
  config: Config,
  log: Logger,
  content?: FolderSource,
): Promise<SearchGateway & { close(): Promise<void> }> {
  const own = primaryConfig(config);
  await Promise.all(own.site.locales.map(loadMessages));
  const upstream = own.upstream && openUpstream(own, own.upstream);
  const source = upstream ? withTables(own, upstream) : content;
  if (!source) throw new Error('the search needs a CMS or a content folder');
  const normaliserThread = fileURLToPath(new URL('normaliser-thread.mjs', import.meta.url));
  const { gateway, close } = await openGateway(own, log, { source, normaliserThread });
  return {
    gateway,
    upstream,
    api: upstream?.files,
    async close() {
      await close();
      await upstream?.close();
    },
  };
}
