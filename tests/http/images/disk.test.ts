import { readdir, readFile, stat, truncate, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import request from 'supertest';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { scaledAddress } from '../../../packages/model/src/image-renditions.ts';
import { encodeEntry } from '../../../packages/runtime/src/disk-cache/disk-folder.ts';
import { type Folder, makeFolder } from '../../support/folder.ts';
import { BLUE, look, RED, small } from '../../support/pictures.ts';
import { POLLING } from '../../support/polling.ts';
import { startSite, type TestSite } from '../../support/site.ts';
import { failure, file, startUpstream, type TestUpstream } from '../../support/upstream.ts';

/* What is stored of images, and read by the next process. */

let folder: Folder;
let upstream: TestUpstream;
let sites: TestSite[];
beforeEach(async () => {
  [folder, upstream] = await Promise.all([makeFolder({}), startUpstream()]);
  upstream.picture(PATH, file(await small()));
  sites = [];
});
afterEach(async () => {
  await Promise.all(sites.map((site) => site.close()));
  await upstream.close();
  await folder.remove();
});

const PATH = '/storage/blog-14.jpg';
const HOUR = 3_600_000;
const start = async (): Promise<TestSite> => {
  const site = await startSite({ FRONTAPI_URL: upstream.url, DATA_DIR: folder.dir });
  sites.push(site);
  return site;
};
const get = ({ app, pictures }: TestSite) => {
  const { scaled = '' } = pictures.describe(upstream.origin + PATH, {});
  return request(app).get(scaledAddress(scaled, 256, 'webp'));
};
const stored = async (ending: string) => {
  const names = await readdir(join(folder.dir, 'pictures'));
  return names.filter((name) => name.endsWith(ending)).map((name) => join(folder.dir, 'pictures', name));
};
/** The stored facts about the image. */
const facts = async () => {
  const [path = ''] = await stored('.json');
  const file = await readFile(path);
  return { path, known: JSON.parse(file.toString('utf8', CHECKSUM_BYTES)) };
};
const CHECKSUM_BYTES = 32;
const replace = (path: string, text: string) => writeFile(path, encodeEntry(basename(path), Buffer.from(text)));
/** Starts a site that serves the image, and waits until everything is stored. */
const served = async () => {
  const site = await start();
  await get(site).expect(200);
  await vi.waitFor(async () => {
    expect(await stored('-256.webp')).toHaveLength(1);
    expect((await facts()).known.colour).toBeDefined();
  }, POLLING);
  upstream.pictures.splice(0);
};

describe('an image that has been scaled', () => {
  it('is served after a start without a request for the original', async () => {
    await served();
    const second = await start();
    const { body } = await get(second).expect(200);
    expect((await look(body, [0.5, 0.5])).at).toEqual([RED]);
    await get(second).expect('cache-control', 'public, max-age=31536000, immutable');
    expect(upstream.pictures).toEqual([]);
    expect(second.pictures.describe(upstream.origin + PATH, {})).toMatchObject({
      width: 48,
      height: 32,
      colour: expect.stringMatching(/^#[\da-f]{6}$/),
    });
  });

  it('is served after a start while the CMS is down, however long ago it was checked', async () => {
    await served();
    const { path, known } = await facts();
    await replace(path, JSON.stringify({ ...known, at: known.at - 48 * HOUR }));
    upstream.picture(PATH, failure(503));
    const second = await start();
    await get(second).expect(200);
    expect(upstream.pictures).toHaveLength(1);
  });

  it('is checked again after an hour, and scaled again if it has changed', async () => {
    await served();
    const { path, known } = await facts();
    await replace(path, JSON.stringify({ ...known, at: known.at - 2 * HOUR }));
    upstream.picture(PATH, file(await small(BLUE), { etag: '"2"' }));
    const { body } = await get(await start()).expect(200);
    expect((await look(body, [0.5, 0.5])).at).toEqual([BLUE]);
  });

  it.each<[string, (path: string) => Promise<void>]>([
    ['empty', (path) => truncate(path)],
    ['cut off', async (path) => truncate(path, (await stat(path)).size - 1)],
    ['zeroed', async (path) => writeFile(path, Buffer.alloc((await stat(path)).size))],
    ['written by another program', (path) => writeFile(path, 'GIF89a')],
  ])('is scaled again if the stored file is %s, which is logged', async (_, damage) => {
    await served();
    for (const path of [...(await stored('.webp')), ...(await stored('.json'))]) await damage(path);
    const site = await start();
    const { body } = await get(site).expect(200);
    expect((await look(body, [0.5, 0.5])).at).toEqual([RED]);
    const warnings = site.log.filter(({ level }) => level >= 40).map(({ msg }) => msg);
    expect(warnings).toEqual(['damaged file removed', 'damaged file removed']);
  });

  it.each(['{', 'null', '[]', '{"isScalable":"yes"}'])(
    'is inspected again if its stored facts are %s',
    async (text) => {
      await served();
      await replace((await facts()).path, text);
      await get(await start()).expect(200);
      expect(upstream.pictures).toHaveLength(1);
    },
  );

  it('is served if nothing can be stored, which is logged once', async () => {
    await writeFile(join(folder.dir, 'pictures'), 'no folder');
    const site = await start();
    await get(site).expect(200);
    for (const width of [64, 96] as const) {
      const { scaled = '' } = site.pictures.describe(upstream.origin + PATH, {});
      await request(site.app)
        .get(scaledAddress(scaled, width, 'jpg'))
        .expect(200);
    }
    const warnings = site.log.filter(({ level }) => level >= 40).map(({ msg }) => msg);
    expect(warnings).toEqual(['pictures cannot be stored']);
  });
});
