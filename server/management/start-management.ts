import type { Config } from '@foyer/config';
import type { FolderSource } from '@foyer/folder';
import { countByKind, faultyCalls, type Purge } from '@foyer/gateway';
import { watchContent, watchFaults, watchSearch } from '@foyer/runtime/metrics';
import type { RunningSearch, SearchGateway } from '@foyer/search';
import type { Logger } from 'pino';
import { listen } from '../http/listen.ts';
import type { RunningSite } from '../site.ts';
import { listedFiles } from './faults-page.tsx';
import { createManagement } from './management.ts';

interface Managed {
  site: RunningSite;
  /** Of a primary. */
  ownGateway?: SearchGateway;
  search?: RunningSearch;
  content?: FolderSource;
  purge(what: Purge): Promise<void>;
}

/** Serves the management port. @returns stops it */
export async function startManagement(
  { shutdownGraceMs }: Config,
  management: NonNullable<Config['management']>,
  log: Logger,
  { site, ownGateway, search, content, purge }: Managed,
): Promise<() => Promise<void>> {
  const own = () => (ownGateway ? [ownGateway.gateway.faults()] : []);
  const calls = async () => faultyCalls([...(await site.faults()), ...own()]);
  watchContent(() => content?.faults().length ?? 0);
  watchFaults(async () => countByKind(await calls()));
  if (search) watchSearch(search.figures);
  const app = createManagement({
    purge,
    metrics: () => site.metrics(),
    faults: async () => ({ calls: await calls(), files: listedFiles(content?.faults()) }),
    log,
    purgeToken: management.purgeToken,
  });
  const { url, close } = await listen(app, management);
  log.info({ url, management: true }, 'listening');
  return () => close(shutdownGraceMs);
}
