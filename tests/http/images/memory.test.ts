import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FORMATS, scaledAddress } from '../../../packages/model/src/image-renditions.ts';
import { listen } from '../../support/listen.ts';
import { grainy } from '../../support/pictures.ts';
import { imageNames, startSite, type TestSite } from '../../support/site.ts';
import { file } from '../../support/upstream.ts';

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

setFlagsFromString('--expose-gc');
const collect: () => void = runInNewContext('gc');
const megabytes = () => {
  collect();
  const { rss, external } = process.memoryUsage();
  return { rss: rss / 1e6, external: external / 1e6 };
};

describe('a process that scales', () => {
  it('does not take more memory with each image', { tags: ['exhaustive/soak'] }, async () => {
    const picture = file(await grainy(600, 400));
    const scale = async (from: number, to: number) => {
      for (let index = from; index < to; index += 1) {
        site.upstream.picture(`/${index}.jpg`, picture);
        const scaled = imageNames.name(`${site.upstream.origin}/${index}.jpg`) ?? '';
        const format = FORMATS[index % FORMATS.length] ?? 'avif';
        const response = await fetch(server.url + scaledAddress(scaled, 128, format), { redirect: 'manual' });
        expect([response.status, (await response.arrayBuffer()).byteLength > 0]).toEqual([200, true]);
      }
    };
    // Originals stay in memory for a while, up to a bound.
    await scale(0, 200);
    const growths = { rss: [] as number[], external: [] as number[] };
    let before = megabytes();
    for (const from of [200, 300, 400]) {
      await scale(from, from + 100);
      const after = megabytes();
      growths.rss.push(after.rss - before.rss);
      growths.external.push(after.external - before.external);
      before = after;
    }
    // What an image left behind would be seen each time; what else happens in the process, not each time.
    expect(Math.min(...growths.rss)).toBeLessThan(20);
    expect(Math.min(...growths.external)).toBeLessThan(20);
  });
});
