import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import request from 'supertest';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { scaledAddress } from '../../../packages/model/src/image-renditions.ts';
import { type Folder, makeFolder, validFiles } from '../../support/folder.ts';
import { BLUE, grainy, look, RED, small } from '../../support/pictures.ts';
import { POLLING } from '../../support/polling.ts';
import { startSite, type TestSite } from '../../support/site.ts';

let folder: Folder;
let site: TestSite;
beforeAll(async () => {
  const blog =
    '---\nid: 3\nname: Three\ncreated_at: 2024-03-07\nfiles: [{ location: /media/hill.jpg }]\n---\nText three.\n';
  folder = await makeFolder({ ...validFiles, 'blogs/three.md': blog, 'media/hill.jpg': await small() });
  site = await startSite({ CONTENT_DIR: folder.dir });
});
afterAll(async () => {
  await site.close();
  await folder.remove();
});

const named = async (): Promise<string> =>
  (await request(site.app).get('/frontapi/en/blogs')).body.data.blogs[0].files[0].scaled;
const shown = async (scaled: string) => {
  const { headers, body } = await request(site.app)
    .get(scaledAddress(scaled, 64, 'jpg'))
    .expect(200);
  return [...(await look(body, [0.5, 0.5])).at, headers['cache-control']];
};
const FOR_EVER = 'public, max-age=31536000, immutable';
const SHORTLY = 'public, max-age=300';

describe('a file of the content folder that is replaced', () => {
  it('has a new address within seconds, and is served under the old one too', async () => {
    // As if the answer had expired: by then, the image's version is known.
    const renewed = async () => {
      site.gateway.purgeLocal({ all: true });
      return named();
    };
    await vi.waitFor(async () => expect(await renewed()).not.toMatch(/^-/), POLLING);
    const before = await named();
    expect(await shown(before)).toEqual([RED, FOR_EVER]);
    await folder.write({ 'media/hill.jpg': await small(BLUE) });
    await vi.waitFor(async () => expect(await named()).not.toBe(before), POLLING);
    expect(await shown(await named())).toEqual([BLUE, FOR_EVER]);
    expect(await shown(before)).toEqual([BLUE, SHORTLY]);
  });

  it('is gone in all sizes once it is deleted', async () => {
    const address = scaledAddress(await named(), 64, 'jpg');
    await request(site.app).get(address).expect(200);
    const picture = await readFile(join(folder.dir, 'media/hill.jpg'));
    await rm(join(folder.dir, 'media/hill.jpg'));
    const status = async () => (await request(site.app).get(address)).status;
    await vi.waitFor(async () => expect(await status()).toBe(404), POLLING);
    await folder.write({ 'media/hill.jpg': picture });
    const isBack = async () => (await request(site.app).get(scaledAddress(await named(), 64, 'jpg'))).status === 200;
    await vi.waitFor(async () => expect(await isBack()).toBe(true), POLLING);
  });

  it('is shown within seconds if it was broken before', async () => {
    const whole = await grainy(600, 400);
    await folder.write({ 'media/hill.jpg': whole.subarray(0, 20_000) });
    const isShown = async () => (await request(site.app).get(scaledAddress(await named(), 64, 'jpg'))).status === 200;
    await vi.waitFor(async () => expect(await isShown()).toBe(false), POLLING);
    await folder.write({ 'media/hill.jpg': whole });
    await vi.waitFor(async () => expect(await isShown()).toBe(true), POLLING);
  });
});
