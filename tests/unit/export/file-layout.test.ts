import { describe, expect, it } from 'vitest';
import { filePath, notFoundFile, pageFile } from '../../../server/export/file-layout.ts';

describe('the file of an address', () => {
  it.each([
    ['/', 'index.html', 'index.html'],
    ['/ne', 'ne.html', 'ne/index.html'],
    ['/news/7', 'news/7.html', 'news/7/index.html'],
    ['/report/fiscal_year/2081~-82', 'report/fiscal_year/2081~-82.html', 'report/fiscal_year/2081~-82/index.html'],
  ])('%s is %s, or %s', (address, file, index) => {
    expect(pageFile(address, 'files')).toBe(file);
    expect(pageFile(address, 'folders')).toBe(index);
  });

  it('is decoded, as hosts decode addresses', () => {
    expect(filePath('/media/%E0%A4%95%20b.pdf?x#y')).toBe('media/क b.pdf');
    expect(notFoundFile('/ne')).toBe('ne/404.html');
    expect(notFoundFile('')).toBe('404.html');
  });

  it.each(['/media/%2e%2e/%2e%2e/etc', '/a%00b', `/${'%E0%A4%95'.repeat(81)}`, '/100%'])(
    '%s cannot be one',
    (address) => {
      expect(() => filePath(address)).toThrow(URIError);
    },
  );
});
