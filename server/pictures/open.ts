import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { Disk } from './disk.ts';
import { Originals } from './originals.ts';
import { Pictures } from './pictures.ts';
import { openScaler } from './scaler.ts';

/** Scaled at once, by all processes together: the rest of the machine is for pages. */
const CONCURRENCY = 2;

/** The pictures as the configuration has them. */
export async function openPictures(config: Config, log: Logger): Promise<Pictures> {
  const { upstream, contentDir, mediaOrigins, pictureKey, pictureDir, workers } = config;
  return new Pictures({
    originals: new Originals({ ...(!upstream && { contentDir }), origins: mediaOrigins }),
    scaler: await openScaler(log),
    key: pictureKey,
    concurrency: Math.max(1, Math.floor(CONCURRENCY / workers)),
    disk: pictureDir ? new Disk(pictureDir, log) : undefined,
    log,
  });
}
