import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';

/** The example's folder with smaller pictures: to scale each in all sizes is most of what such a test would cost. */
export async function smallExample(): Promise<{ dir: string; remove(): Promise<void> }> {
  const dir = await mkdtemp(join(tmpdir(), 'foyer-example-'));
  await cp('content', dir, { recursive: true });
  for (const folder of ['album', 'blogs', 'people'])
    for (const picture of await readdir(join('content/media', folder)))
      await sharp(join('content/media', folder, picture))
        .resize(320)
        .toFile(join(dir, 'media', folder, picture));
  return { dir, remove: () => rm(dir, { recursive: true }) };
}
