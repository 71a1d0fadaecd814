import request from 'supertest';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { scaledAddress } from '../../../packages/model/src/image-renditions.ts';
import placeholder from '../../../shared/ui/placeholder.svg';
import { page, small } from '../../support/pictures.ts';
import { POLLING } from '../../support/polling.ts';
import { imageNames, startSite, type TestSite } from '../../support/site.ts';
import {
  type Behaviour,
  drip,
  failure,
  file,
  later,
  onlyFor,
  raw,
  reset,
  silence,
  withHeaders,
} from '../../support/upstream.ts';

/* A CMS that does not answer for an image, or not with an image. */

const COMMENTS = '<!---->'.repeat(140);

const rows: Record<string, { behaviour: Behaviour; log: RegExp }> = {
  nothing: { behaviour: silence, log: /timeout/ },
  'late headers': { behaviour: later(16_000, failure(200)), log: /timeout/ },
  'a slow body': { behaviour: drip('x'.repeat(1_000), 1_000), log: /timeout/ },
  'a reset': { behaviour: reset, log: /./ },
  'a truncated body': { behaviour: drip('x'.repeat(1_000), 1, 64), log: /./ },
  'status 404': { behaviour: failure(404), log: /status 404/ },
  'status 500': { behaviour: failure(500), log: /status 500/ },
  'status 416': { behaviour: failure(416), log: /status 416/ },
  'no content': { behaviour: withHeaders(204, {}), log: /status 204/ },
  'a page of HTML as an image': { behaviour: raw(200, 'image/jpeg', page), log: /a page in the place of the picture/ },
  'an empty image': { behaviour: raw(200, 'image/jpeg', ''), log: /./ },
  'an image of 50 MB': {
    behaviour: raw(200, 'image/jpeg', Buffer.alloc(50_000_000)),
    log: /more than 40 MB: save it smaller/,
  },
  'a beginning that takes long to inspect': {
    behaviour: raw(200, 'image/jpeg', COMMENTS),
    log: /no picture that can be read/,
  },
};

// Some answers are slow, so all are requested at once, each from a site of its own.
interface Answered {
  site: TestSite;
  status: number;
  headers: Record<string, string>;
}
const answers = new Map<string, Answered>();
beforeAll(async () => {
  const all = Object.entries(rows).map(async ([name, { behaviour }]) => {
    const site = await startSite();
    site.upstream.picture('/storage/a.jpg', behaviour);
    const { status, headers } = await get(site);
    answers.set(name, { site, status, headers });
  });
  await Promise.all(all);
});
afterAll(() => Promise.all([...answers.values()].map(({ site }) => site.close())));

const get = (site: TestSite) => {
  const scaled = imageNames.name(`${site.upstream.origin}/storage/a.jpg`) ?? '';
  return request(site.app).get(scaledAddress(scaled, 256, 'webp'));
};

describe('a CMS that answers for an image with', () => {
  it.each(Object.entries(rows))('%s', (name, { log }) => {
    const given = answers.get(name);
    expect([given?.status, given?.headers.location]).toEqual([302, placeholder]);
    expect(given?.headers['cache-control']).toBe('no-store');
    const reasons = given?.site.log.filter(({ level }) => level >= 40).map(({ reason }) => reason);
    expect(reasons).toEqual([expect.stringMatching(log)]);
  });
});

describe('an image that could not be loaded', () => {
  let site: TestSite;
  beforeAll(async () => {
    site = await startSite();
  });
  afterEach(() => {
    vi.restoreAllMocks();
  });
  afterAll(() => site.close());

  it('is tried again, but not at once', async () => {
    let passed = 0;
    const now = performance.now.bind(performance);
    vi.spyOn(performance, 'now').mockImplementation(() => now() + passed);
    site.upstream.picture('/storage/a.jpg', onlyFor(1, failure(503), file(await small())));
    await get(site).expect(302);
    passed = 29_000;
    await get(site).expect(302);
    expect(site.upstream.pictures).toHaveLength(1);
    passed = 31_000;
    await get(site).expect(200);
    expect(site.log.filter(({ level }) => level >= 40)).toHaveLength(1);
  });
});

describe('images that are being loaded when the process ends', () => {
  afterEach(() => {
    vi.restoreAllMocks();
  });

  it('are aborted and not logged', async () => {
    // They would not end by themselves.
    vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => new AbortController().signal);
    const site = await startSite();
    for (const id of [12, 13, 14]) site.upstream.picture(`/storage/blog-${id}.jpg`, silence);
    await request(site.app).get('/frontapi/en/blogs');
    await vi.waitFor(() => expect(site.upstream.pictures.length).toBeGreaterThan(0), POLLING);
    await site.close();
    expect(site.log.filter(({ level }) => level >= 40)).toEqual([]);
  });
});
