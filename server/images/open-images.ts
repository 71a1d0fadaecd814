import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { DiskCache } from '../disk-cache/disk-cache.ts';
import type { Metrics } from '../observability/metrics.ts';
import { isDiskName, Pictures } from './images.ts';
import { Originals } from './originals.ts';
import { openScaler } from './scaler.ts';

/** Scaled at once, by all processes together: the rest of the machine is for pages. */
const CONCURRENCY = 2;
/** Of scaled pictures on disk, and of what is known of their originals. */
const DISK_BYTES = 512_000_000;

/** The pictures as the configuration has them. */
export async function openPictures(config: Config, log: Logger, metrics?: Metrics): Promise<Pictures> {
  const { upstream, contentDir, mediaOrigins, imageAddressKey, imageCacheDir, workers } = config;
  return new Pictures({
    originals: new Originals({ ...(!upstream && { contentDir }), origins: mediaOrigins }),
    scaler: await openScaler(log),
    key: imageAddressKey,
    concurrency: Math.max(1, Math.floor(CONCURRENCY / workers)),
    disk:
      imageCacheDir === undefined
        ? undefined
        : new DiskCache({
            dir: imageCacheDir,
            kind: 'pictures',
            isName: isDiskName,
            maxBytes: DISK_BYTES,
            log,
            onFault: (fault) => metrics?.diskFault('pictures', fault),
          }),
    log,
  });
}
