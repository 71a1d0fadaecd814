import { describe, expect, it } from 'vitest';
import { editionUrl } from '../../../packages/config/src/edition-url.ts';
import { editionPath, localeOf, splitPath } from '../../../packages/model/src/edition.ts';
import type { Page } from '../../../shared/page.ts';
import { editionsOf } from '../../../shared/page-editions.ts';
import type { ShownPage } from '../../../shared/shown-page.ts';

const BOTH = ['en', 'ne'] as const;

describe('the path of a page in an edition', () => {
  it.each([
    ['/', 'en', '/'],
    ['/', 'ne', '/ne'],
    ['/news/7', 'en', '/news/7'],
    ['/news/7', 'ne', '/ne/news/7'],
  ] as const)('%s in %s is %s, and back', (path, locale, expected) => {
    expect(editionPath(path, { locale, locales: BOTH })).toBe(expected);
    expect(splitPath(expected, BOTH)).toEqual({ locale, path });
  });

  it('belongs to the default edition unless its first segment is another locale of the site', () => {
    expect(splitPath('/news', BOTH)).toEqual({ locale: 'en', path: '/news' });
    expect(splitPath('/ne/news', ['en'])).toEqual({ locale: 'en', path: '/ne/news' });
    expect(splitPath('/en/news', ['ne', 'en'])).toEqual({ locale: 'en', path: '/news' });
  });
});

it('the interface exists in a language, whatever its country', () => {
  const languages = ['ne', 'en-GB', 'ne-NP', 'new', 'fr', '', undefined];
  expect(languages.map(localeOf)).toEqual(['ne', 'en', 'ne', undefined, undefined, undefined, undefined]);
});

describe("the address of an upstream's edition", () => {
  it.each([
    ['https://cms.example/frontapi/en/', 'https://cms.example/frontapi/ne/'],
    ['https://cms.example/{locale}/api/', 'https://cms.example/ne/api/'],
    ['https://cms.example/api/', undefined],
  ])('%s', (url, expected) => {
    expect(editionUrl(url, 'ne', BOTH)).toBe(expected);
    expect(editionUrl(url, 'en', BOTH)).toBe(url.replace('{locale}', 'en'));
  });
});

describe('the editions of a page', () => {
  const shown = (pathname: string, { item, search = '', error }: { item?: object; search?: string; error?: Error }) =>
    ({
      location: { pathname, search, hash: '', key: '' },
      page: { path: '/notice/:id', item: item && 'notice' } as Page,
      data: { notice: item },
      error,
      root: { ...splitPath(pathname, BOTH), locales: BOTH } as unknown as ShownPage['root'],
    }) satisfies ShownPage;

  it('are all editions, for a page without an item', () => {
    const editions = editionsOf(shown('/ne/notice', { search: '?page=2' }), '/notice?page=2');
    expect(editions.canonical).toBe('ne');
    expect(editions.alternates).toEqual(['en', 'ne']);
    expect(editions.addressIn('en')).toBe('/notice?page=2');
    expect(editions.addressIn('ne')).toBe('/ne/notice?page=2');
  });

  it.each(['search=dividend', 'province=Bagmati'])('do not share the words of %s', (words) => {
    const canonical = `/notice?${words}&category=news`;
    const editions = editionsOf(shown('/notice', { search: `?${words}&category=news` }), canonical);
    expect(editions.addressIn('en')).toBe(canonical);
    expect(editions.alternates).toEqual([]);
    expect(editions.addressIn('ne')).toBe('/ne/notice?category=news');
  });

  it('have an item by the id that it has there', () => {
    const item = { id: '7', lang: 'en', translations: { en: '7', ne: '907' } };
    const editions = editionsOf(shown('/notice/7', { item }), '/notice/7');
    expect(editions.alternates).toEqual(['en', 'ne']);
    expect(editions.addressIn('ne')).toBe('/ne/notice/907');
  });

  it('name the original of an item without a translation as canonical, and are no alternates', () => {
    const item = { id: '7', lang: 'en', translations: { en: '7' } };
    const editions = editionsOf(shown('/ne/notice/7', { item }), '/notice/7');
    expect(editions.canonical).toBe('en');
    expect(editions.alternates).toEqual([]);
    expect(editions.addressIn('en')).toBe('/notice/7');
  });

  it('begin at home after an error', () => {
    expect(editionsOf(shown('/no-such', { error: new Error('404') })).addressIn('ne')).toBe('/ne');
  });
});
