import { describe, expect, it } from 'vitest';
import { purgedTags, tagsOf } from '../src/cache-tags.ts';
import { isPurged, type Purge } from '../src/purge.ts';

const addresses = [
  'home',
  'ne/home',
  'site',
  'sliders?type=1',
  'category/markets',
  'notice',
  'ne/notice?page=2',
  'notice/7',
  'ne/notice/7',
  'notice/70',
  'notice/सूचना-एक',
  `notice/${'सूचना-'.repeat(40)}`,
  'news/7',
  'search?q=notice',
];
const purges: Purge[] = [
  { all: true },
  { entity: 'notice' },
  { entity: 'news' },
  { entity: 'home' },
  { path: '/notice/7' },
  { path: '/ne/notice/7?page=1#top' },
  { path: '/notice' },
  { path: '/notice/सूचना-एक' },
  { path: `/notice/${'सूचना-'.repeat(40)}` },
];

describe('a shared cache forgets by tags what the gateway invalidates', () => {
  it.each(purges)('%j', (what) => {
    const outOfDate = new Set(purgedTags(what));
    const forgotten = addresses.filter((address) => tagsOf([address]).some((tag) => outOfDate.has(tag)));
    expect(forgotten).toEqual(addresses.filter((address) => isPurged(what, address)));
  });
});

/** Purges that name no page: a CMS may send any path. */
const odd = [
  '/',
  '/सूचना',
  '/सूचना/एक',
  '/a b,"c',
  '/a\nb: c/d\r',
  `/${'x'.repeat(1_000)}/1`,
  '/notice/\ud800',
  '/\ud800',
];

it('tags are what every CDN takes', () => {
  const purged = odd.map((path) => purgedTags({ path }));
  for (const tags of [...addresses.map((address) => tagsOf([address])), ...purged])
    for (const tag of tags) expect(tag).toMatch(/^[\x21-\x2b\x2d-\x7e]{1,256}$/);
});

it('names all answers of a page, once', () => {
  expect(tagsOf(['site', 'notice/7', 'notice?page=2', 'notice?page=3'])).toEqual([
    'all',
    'site',
    'site:list',
    'notice',
    'notice:7',
    'notice:list',
  ]);
});
