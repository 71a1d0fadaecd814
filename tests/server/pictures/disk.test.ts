import { mkdir, readdir, readFile, truncate, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pino } from 'pino';
import request from 'supertest';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Disk } from '../../../server/pictures/disk.ts';
import { scaledAddress } from '../../../shared/picture.ts';
import { type Folder, makeFolder } from '../../support/folder.ts';
import { BLUE, look, RED, small } from '../../support/pictures.ts';
import { startSite, type TestSite } from '../../support/site.ts';
import { failure, file, startUpstream, type TestUpstream } from '../../support/upstream.ts';

/* What is kept of pictures when a process ends. */

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
/** What is known of the one picture, as it is stored. */
const facts = async () => {
  const [path = ''] = await stored('.json');
  const text = await readFile(path, 'utf8');
  return { path, known: JSON.parse(text) };
};
/** A site has answered with the picture, and has written down all that it knows. */
const served = async () => {
  const site = await start();
  await get(site).expect(200);
  await vi.waitFor(async () => {
    expect(await stored('-256.webp')).toHaveLength(1);
    expect((await facts()).known.colour).toBeDefined();
  });
  upstream.pictures.splice(0);
};

describe('a picture that has been scaled', () => {
  it('is there after a start, and the original is not asked for', async () => {
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

  it('is there after a start while the CMS is down, however long ago it was looked at', async () => {
    await served();
    const { path, known } = await facts();
    await writeFile(path, JSON.stringify({ ...known, at: known.at - 48 * HOUR }));
    upstream.picture(PATH, failure(503));
    const second = await start();
    await get(second).expect(200);
    expect(upstream.pictures).toHaveLength(1);
  });

  it('is looked at again after an hour, and made anew when it has changed', async () => {
    await served();
    const { path, known } = await facts();
    await writeFile(path, JSON.stringify({ ...known, at: known.at - 2 * HOUR }));
    upstream.picture(PATH, file(await small(BLUE), { etag: '"2"' }));
    const { body } = await get(await start()).expect(200);
    expect((await look(body, [0.5, 0.5])).at).toEqual([BLUE]);
  });

  it('is made anew where what is stored is empty', async () => {
    await served();
    for (const path of [...(await stored('.webp')), ...(await stored('.json'))]) await truncate(path);
    const { body } = await get(await start()).expect(200);
    expect((await look(body, [0.5, 0.5])).at).toEqual([RED]);
  });

  it.each(['{', 'null', '[]', '{"isScalable":"yes"}'])('is looked at anew where %s is known of it', async (text) => {
    await served();
    await writeFile((await facts()).path, text);
    await get(await start()).expect(200);
    expect(upstream.pictures).toHaveLength(1);
  });

  it('is shown where nothing can be stored, and the operator is told once', async () => {
    await writeFile(join(folder.dir, 'pictures'), 'no folder');
    const site = await start();
    await get(site).expect(200);
    for (const width of [64, 96] as const) {
      const { scaled = '' } = site.pictures.describe(upstream.origin + PATH, {});
      await request(site.app)
        .get(scaledAddress(scaled, width, 'jpg'))
        .expect(200);
    }
    const told = site.log.filter(({ level }) => level >= 40).map(({ msg }) => msg);
    expect(told).toEqual(['pictures cannot be stored']);
  });
});

describe('the folder', () => {
  const dir = () => join(folder.dir, 'pictures');
  const open = () => new Disk(dir(), pino({ level: 'silent' }), 3_100);
  const names = async () => (await readdir(dir())).sort();

  it('holds so many bytes: what has not been used for longest goes', async () => {
    const disk = open();
    for (const name of ['a', 'b', 'c']) await disk.write(name, Buffer.alloc(1_000));
    await disk.read('a');
    await disk.write('d', Buffer.alloc(1_000));
    await vi.waitFor(async () => expect(await names()).toEqual(['a', 'c', 'd']));
    expect(await disk.read('b')).toBeUndefined();
  });

  it('knows after a start what was used last', async () => {
    await mkdir(dir());
    for (const [index, name] of ['a', 'b', 'c', 'd', 'e'].entries()) {
      await writeFile(join(dir(), name), Buffer.alloc(1_000));
      await utimes(join(dir(), name), 1_000, name === 'b' ? 9_000 : 1_000 + index);
    }
    open();
    await vi.waitFor(async () => expect(await names()).toEqual(['b', 'd', 'e']));
  });
});
