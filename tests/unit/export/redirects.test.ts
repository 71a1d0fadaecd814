import { pino } from 'pino';
import { expect, it } from 'vitest';
import { readConfig } from '../../../packages/config/src/config.ts';
import { fallbackSite } from '../../../packages/gateway/src/fallback-site.ts';
import { Gateway } from '../../../packages/gateway/src/gateway.ts';
import { Normaliser } from '../../../packages/gateway/src/normaliser.ts';
import type { Redirect } from '../../../packages/model/src/kinds/redirects.ts';
import { exportedRedirects } from '../../../server/export/redirects.ts';

const log = pino({ level: 'silent' });

/** In English, the default, and Nepali. */
async function redirectsIn(redirects: Redirect[], files: string[] = []) {
  const gateway = new Gateway({
    source: { get: () => Promise.reject(new Error('not asked')) },
    normaliser: new Normaliser({ timeZone: 'UTC', videoOrigins: [] }, log),
    times: { ttlMs: 1, staleMs: 1 },
    fallbackSite: (locale) => fallbackSite(readConfig({}), locale),
    locales: ['en', 'ne'],
    redirects: () => redirects,
    origin: 'https://www.example.org',
    log,
  });
  const found = await exportedRedirects(gateway, (path) => files.includes(path));
  return found.map(({ from, to, isPrefix, query }) => ({
    from: `${from}${isPrefix ? '/*' : ''}${query && `?${query}`}`,
    to,
  }));
}

it('lead to the page in their edition; a file and another site have none', async () => {
  expect(await redirectsIn([{ from: '/old', to: '/new' }])).toEqual([
    { from: '/old', to: '/new' },
    { from: '/ne/old', to: '/ne/new' },
  ]);
  expect(await redirectsIn([{ from: '/old', to: '/media/a.pdf' }])).toEqual([
    { from: '/old', to: '/media/a.pdf' },
    { from: '/ne/old', to: '/media/a.pdf' },
  ]);
});

it('of one edition count for it first', async () => {
  expect(
    await redirectsIn([
      { from: '/old', to: '/new' },
      { from: '/ne/old', to: '/ne/other' },
    ]),
  ).toEqual([
    { from: '/old', to: '/new' },
    { from: '/ne/old', to: '/ne/other' },
  ]);
});

it('are one for each address, however it is written', async () => {
  const found = await redirectsIn([
    { from: '/a-b', to: '/one' },
    { from: '/a%2Db', to: '/two' },
    { from: '/a-b', to: '/three' },
  ]);
  expect(found.map(({ from, to }) => [from, to])).toEqual([
    ['/a-b', '/one'],
    ['/ne/a-b', '/ne/one'],
  ]);
});

it.each([
  'https://elsewhere.example/a',
  'mailto:a@b.example',
  '//elsewhere.example/a',
  '/a#b',
  '/a%0Ab',
  '/100%',
  '/*',
  '/a*b',
])('are none for %s, for which no request asks', async (from) => {
  expect(await redirectsIn([{ from, to: '/new' }])).toEqual([]);
});

it('are for canonical addresses, prefixes and queries', async () => {
  const found = await redirectsIn([
    { from: 'https://example.org/contact-us/', to: '/contact' },
    { from: '/%7Eoffice/x', to: '/about' },
    { from: '/old/*', to: '/new/*' },
    { from: '/gone/*', gone: true },
    { from: '/page.php?id=5', to: '/five' },
  ]);
  expect(found.filter(({ from }) => !from.startsWith('/ne/'))).toEqual([
    { from: '/page.php?id=5', to: '/five' },
    { from: '/contact-us', to: '/contact' },
    { from: '/~office/x', to: '/about' },
    { from: '/old', to: '/new' },
    { from: '/gone', to: undefined },
    { from: '/gone/*', to: undefined },
    { from: '/old/*', to: '/new/*' },
  ]);
  expect(found).toContainEqual({ from: '/ne/old/*', to: '/ne/new/*' });
});

it('are in the order in which the server looks for them: hosts take the first that matches', async () => {
  const found = await redirectsIn([
    { from: '/old/*', to: '/new/*' },
    { from: '/old/reports/*', to: '/report/*' },
    { from: '/old/reports/2020', to: '/report/7' },
    { from: '/page', to: '/about' },
    { from: '/page?id=5', to: '/five' },
    { from: '/page?id=5&part=2', to: '/five-two' },
  ]);
  expect(found.map(({ from }) => from).filter((from) => !from.startsWith('/ne/'))).toEqual([
    '/page?id=5&part=2',
    '/page?id=5',
    '/old',
    '/old/reports',
    '/old/reports/2020',
    '/page',
    '/old/reports/*',
    '/old/*',
  ]);
});

it('of an edition are before those of all editions, as the server looks for them', async () => {
  const found = await redirectsIn([
    { from: '/ne/news/*', to: '/ne/blogs' },
    { from: '/news/old/*', to: '/archive' },
  ]);
  // /ne/news/old/5 leads to /ne/blogs.
  expect(found.filter(({ from }) => from.endsWith('/*'))).toEqual([
    { from: '/news/old/*', to: '/archive' },
    { from: '/ne/news/*', to: '/ne/blogs' },
  ]);
});

it('hide no page, and have an end', async () => {
  const found = await redirectsIn(
    [
      { from: '/notice', to: '/new' },
      { from: '/', to: '/new' },
      { from: '/a', to: '/b' },
      { from: '/b', to: '/a' },
      { from: '/c', gone: true },
    ],
    ['notice', 'ne/notice', '', 'ne'],
  );
  expect(found).toEqual([
    { from: '/c', to: undefined },
    { from: '/ne/c', to: undefined },
  ]);
});
