import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { Scaler } from '../../../packages/images/src/scaler.ts';
import { scaledAddress } from '../../../packages/model/src/image-renditions.ts';
import { listen } from '../../support/listen.ts';
import { grainy, small } from '../../support/pictures.ts';
import { POLLING } from '../../support/polling.ts';
import { imageNames, startSite, type TestSite } from '../../support/site.ts';
import { file, silence } from '../../support/upstream.ts';

/* Many requests, for one image or for many, at once. */

let site: TestSite;
let server: Awaited<ReturnType<typeof listen>>;
beforeAll(async () => {
  site = await startSite();
  server = await listen(site.app);
});
afterAll(async () => {
  await server.close();
  await site.close();
});
afterEach(() => {
  vi.restoreAllMocks();
});

const statusOf = async (path: string, width: 96 | 256 = 256) => {
  const scaled = imageNames.name(site.upstream.origin + path) ?? '';
  const response = await fetch(server.url + scaledAddress(scaled, width, 'webp'), { redirect: 'manual' });
  await response.arrayBuffer();
  return response.status;
};
const many = (count: number, status: (index: number) => Promise<number>) =>
  Promise.all(Array.from({ length: count }, (_, index) => status(index)));

describe('many requests at once', () => {
  it('for one image: it is fetched once and scaled once', async () => {
    site.upstream.picture('/one.jpg', file(await grainy(900, 700)));
    const scale = vi.spyOn(Scaler.prototype, 'scale');
    expect(new Set(await many(200, () => statusOf('/one.jpg')))).toEqual(new Set([200]));
    const asked = site.upstream.pictures.filter(({ address }) => address === '/one.jpg').map(({ range }) => range);
    expect(asked).toEqual(['bytes=0-262143', undefined]);
    expect(scale).toHaveBeenCalledTimes(1);
  });

  it('for several sizes of it: the original is not fetched again', async () => {
    const before = site.upstream.pictures.length;
    await many(20, () => statusOf('/one.jpg', 96));
    expect(site.upstream.pictures).toHaveLength(before);
  });

  it('for more images than may wait: those beyond get the placeholder until later, the others are served', async () => {
    const picture = file(await small());
    for (let index = 0; index < 260; index += 1) site.upstream.picture(`/${index}.jpg`, picture);
    let isOpen = false;
    vi.spyOn(Scaler.prototype, 'scale').mockImplementation(async () => {
      while (!isOpen) await wait(20);
      return small();
    });
    let answered = 0;
    const statuses = many(260, async (index) => {
      const status = await statusOf(`/${index}.jpg`);
      answered += 1;
      return status;
    });
    await vi.waitFor(() => expect(answered).toBe(58), POLLING);
    isOpen = true;
    const found = await statuses;
    expect(found.filter((status) => status === 302)).toHaveLength(58);
    expect(found.filter((status) => status === 200)).toHaveLength(202);
    expect(site.log.filter(({ level }) => level >= 40)).toEqual([]);
    vi.restoreAllMocks();
    expect(new Set(await many(260, (index) => statusOf(`/${index}.jpg`)))).toEqual(new Set([200]));
  });

  it('time out while the CMS does not answer', async () => {
    for (let index = 0; index < 20; index += 1) site.upstream.picture(`/silent/${index}.jpg`, silence);
    // Four at a time, each for its fifteen seconds, would take longer than a test may.
    expect(new Set(await many(20, (index) => statusOf(`/silent/${index}.jpg`)))).toEqual(new Set([302]));
  });
});
