import type { Config } from '@foyer/config';
import { DiskCache, type Metrics } from '@foyer/runtime';
import type { Logger } from 'pino';
import { isImageFileName } from './image-file-names.ts';
import { Images } from './images.ts';
import { type ApiFiles, Originals } from './originals.ts';
import { openScaler } from './scaler.ts';
import type { SealKeys } from './seal-keys.ts';

/** Images that are scaled at once, by all processes together: the rest of the machine renders pages. */
const CONCURRENCY = 2;
/** Renditions and facts on disk. */
const DISK_BYTES = 512_000_000;

interface ImagesParts {
  sealKeys: SealKeys;
  /** Of a CMS. */
  api?: ApiFiles;
  metrics?: Metrics;
}

/** Creates the Images that the configuration describes. */
export async function openImages(
  config: Config,
  log: Logger,
  { sealKeys, api, metrics }: ImagesParts,
): Promise<Images> {
  const { upstream, contentDir, contentDirIsSet, mediaOrigins, imageCacheDir, outgoing, workers } = config;
  return new Images({
    originals: new Originals({
      ...((!upstream || contentDirIsSet) && { contentDir }),
      origins: mediaOrigins,
      api,
      outgoing,
    }),
    scaler: await openScaler(log),
    sealKeys,
    concurrency: Math.max(1, Math.floor(CONCURRENCY / workers)),
    disk:
      imageCacheDir === undefined
        ? undefined
        : new DiskCache({
            dir: imageCacheDir,
            kind: 'pictures',
            isName: isImageFileName,
            maxBytes: DISK_BYTES,
            log,
            onFault: (fault) => metrics?.diskFault('pictures', fault),
          }),
    log,
  });
}
