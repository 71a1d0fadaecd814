import { describe, expect, it } from 'vitest';
import { RedirectTable, redirectSource } from '../src/redirect-table.ts';

const ORIGIN = 'https://www.example.org';
const table = new RedirectTable(
  [
    { from: '/about-us/', to: '/about' },
    { from: 'https://example.org/contact-us', to: '/contact' },
    { from: '/%7Eoffice/x', to: '/office' },
    { from: '/caf%c3%a9', to: '/coffee' },
    { from: '/old/*', to: '/archive' },
    { from: '/old/kept', to: '/kept' },
    { from: '/old/news/*', to: '/news/*' },
    { from: '/moved/*', to: '/moved/here' },
    { from: '/deeper/*', to: '/deeper/and/*' },
    { from: '/?page_id=7', to: '/seven' },
    { from: '/page.php?id=5&lang=en', to: '/five' },
    { from: '/page.php', to: '/any' },
    { from: '/late.php', to: '/any' },
    { from: '/late.php?id=5', to: '/five' },
    { from: '/a', to: '/b' },
    { from: '/b', to: '/a' },
    { from: '/one', to: '/two' },
    { from: '/one/', to: '/three' },
    { from: '/gone/*', gone: true },
  ],
  ORIGIN,
);

it.each([
  ['/about-us', '/about'],
  ['/contact-us', '/contact'],
  ['/~office/x', '/office'],
  ['/caf%C3%A9', '/coffee'],
  ['/old', '/archive'],
  ['/old/x/y', '/archive'],
  ['/old/kept', '/kept'],
  ['/old/news/7', '/news/7'],
  ['/old/news', '/news'],
  ['/older', undefined],
  ['/moved/x', '/moved/here'],
  ['/moved/here', undefined],
  ['/deeper/x', undefined],
  ['/page.php', '/any'],
  ['/a', undefined],
  ['/one', '/two'],
  ['/', undefined],
])('%s leads to %s', (path, to) => expect(table.find(path)?.to).toBe(to));

it('is for an address with a query', () => {
  const find = (path: string, query: string) => table.find(path, new URLSearchParams(query), true)?.to;
  expect(find('/', 'page_id=7')).toBe('/seven');
  expect(find('/', 'page_id=7&utm_source=x')).toBe('/seven');
  expect(find('/', 'page_id=8')).toBeUndefined();
  expect(find('/page.php', 'lang=en&id=5')).toBe('/five');
  expect(find('/late.php', 'id=5')).toBe('/five');
  // The address alone is asked for once there is no page.
  expect(find('/page.php', 'id=6')).toBeUndefined();
  expect(table.find('/gone/x')).toMatchObject({ gone: true });
});

describe('no request matches', () => {
  it.each([
    ['https://elsewhere.example/a', /^no address of this site/],
    ['mailto:a@b.example', /^no address of this site/],
    ['//elsewhere.example/a', /^no address of this site/],
    ['/a#b', /^browsers do not send/],
    ['/a%0Ab', /control character/],
    ['/100%', /^not a path/],
    [`/${'x'.repeat(2_100)}`, /^the address is too long/],
    ['/*', /every address$/],
    ['/a*b', /^expected \* at the end alone/],
    ['/old/:id', /^a name does not stand for/],
    ['/media/a.pdf', /^the server answers such addresses itself/],
    ['/old/*?a=b', /^an address with a query/],
  ])('%s', (from, reason) => expect(redirectSource({ from, to: '/new' }, ORIGIN)).toMatch(reason));
});

it('finds one of 20,000 at once', () => {
  const many = Array.from({ length: 20_000 }, (_, index) => ({ from: `/old/${index}`, to: `/old/${index + 1}` }));
  const startedAt = performance.now();
  const large = new RedirectTable(many, ORIGIN);
  for (let index = 0; index < 20_000; index += 1) large.find(`/none/${index}`);
  expect(large.find('/old/19999')?.to).toBe('/old/20000');
  expect(performance.now() - startedAt).toBeLessThan(2_000);
});
