import { describe, expect, it } from 'vitest';
import { exportedAddress, servedAddress } from '../../../shared/exported-address.ts';
import { hasFile, pathWithParameters } from '../../../shared/file-path.ts';

const LOCALES = ['en', 'ne'] as const;

describe('the address of an exported page', () => {
  it.each([
    ['/', '/'],
    ['/notice', '/notice'],
    ['/notice/7', '/notice/7'],
    ['/notice?page=2', '/notice/page/2'],
    ['/ne/notice?page=2#top', '/ne/notice/page/2#top'],
    ['/report?fiscal_year=2081%2F82', '/report/fiscal_year/2081~-82'],
    ['/report?fiscal_year=2081~82', '/report/fiscal_year/2081~~82'],
    ['/report?page=2&category=annual', '/report/category/annual/page/2'],
    ['/service-center?province=%E0%A4%95', '/service-center/province/%E0%A4%95'],
    ['/category/dividend?page=3', '/category/dividend/page/3'],
  ])('%s is %s', (served, exported) => {
    expect(exportedAddress(served, LOCALES)).toBe(exported);
    const again = new URL(servedAddress(exported, LOCALES), 'http://foyer.invalid');
    const first = new URL(served, 'http://foyer.invalid');
    expect(again.pathname).toBe(first.pathname);
    expect(Object.fromEntries(again.searchParams)).toEqual(Object.fromEntries(first.searchParams));
    expect(again.hash).toBe(first.hash);
  });

  it.each([
    '/notice?search=agm',
    '/blogs?utm_source=mail',
    '/report?category=annual&fiscal_year=2081',
    '/downloads?sort=-date',
    '/search?q=a',
  ])('%s has no file, and keeps its query', (address) => {
    expect(exportedAddress(address, LOCALES)).toBe(address);
    expect(servedAddress(address, LOCALES)).toBe(address);
  });

  it('is found with a slash at its end', () => {
    expect(servedAddress('/notice/page/2/', LOCALES)).toBe('/notice?page=2');
    expect(servedAddress('/', LOCALES)).toBe('/');
  });

  it('is one even if it is not well-formed', () => {
    expect(servedAddress('/notice/page/%E0', LOCALES)).toBe('/notice?page=%25E0');
  });

  it('is that of an item whose id is the name of a parameter', () => {
    expect(servedAddress('/notice/page', LOCALES)).toBe('/notice/page');
    expect(servedAddress('/blogs/category', LOCALES)).toBe('/blogs/category');
  });
});

describe('the file of a call', () => {
  it('has the filter and the page in its path, in any order', () => {
    expect(pathWithParameters('/frontapi/en/notice', { page: '2', per_page: '50', category: 'agm' })).toBe(
      '/frontapi/en/notice/category/agm/page/2/per_page/50',
    );
  });

  it('is there for at most one filter', () => {
    expect(hasFile({})).toBe(true);
    expect(hasFile({ page: '2', category: 'agm', search: undefined })).toBe(true);
    expect(hasFile({ category: 'agm', fiscal_year: '2081' })).toBe(false);
    expect(hasFile({ near: 'Kaski' })).toBe(false);
  });
});
