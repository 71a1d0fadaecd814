import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';

/** The example's folder with smaller pictures: to scale each in all sizes is most of what such a test would cost. */
export async function smallExample(): Promise<{ dir: string; remove(): Promise<void> }> {
  const dir = await mkdtemp(join(tmpdir(), 'foyer-example-'));
  await cp('content', dir, { recursive: true });
  const files = await readdir(join(dir, 'media'), { recursive: true });
  for (const picture of files.filter((file) => /\.(jpg|png|webp)$/.test(file)))
    await sharp(join('content/media', picture))
      .resize(64)
      .toFile(join(dir, 'media', picture));
  return { dir, remove: () => rm(dir, { recursive: true }) };
}
