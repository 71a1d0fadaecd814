import { beforeAll, describe, expect, it } from 'vitest';
import type { Locale } from '../../../packages/messages/src/index.ts';
import { loadMessages } from '../../../packages/model/src/edition.ts';
import { meantLink } from '../../../server/pages/nearest-link.ts';

/* What an address without a page probably means. */

const site = {
  name: 'Himal Trust',
  menu: [
    { label: 'About us', children: [{ label: 'How to complain', href: '/page/grievance-handling' }] },
    { label: 'Elsewhere', href: 'https://elsewhere.example/notices', children: [] },
  ],
  footer: [{ label: 'Dividends', href: '/page/dividend-history' }],
  phones: [],
  emails: [],
  social: [],
  forms: [],
  screens: [],
  sections: [],
};
const root = (locale: Locale) => ({
  site,
  origin: 'https://www.himal.example',
  indexable: true,
  isProvisional: false,
  locale,
  locales: ['en', 'ne'] as const,
});
const meant = (path: string, locale: Locale = 'en') => meantLink(path, root(locale))?.href;

beforeAll(async () => {
  await Promise.all([loadMessages('en'), loadMessages('ne')]);
});

describe('an address', () => {
  it.each([
    ['in the plural', '/notices', '/notice'],
    ['in capitals', '/Notice', '/notice'],
    ['mistyped', '/servise-center', '/service-center'],
    ['without its hyphen', '/servicecenter', '/service-center'],
    ["with the page's name", '/board-of-director', '/bod'],
    ['of an item that is gone', '/album/999', '/album'],
    ['of an older site', '/old-news/agm_2081', '/news'],
    ['of a page in the menu', '/how-to-complain', '/page/grievance-handling'],
    ['of a page in the footer', '/dividend', '/page/dividend-history'],
  ])('%s leads to its page', (_, path, href) => expect(meant(path)).toBe(href));

  it('in another edition leads to the page in that edition, also by its name there', () => {
    expect(meant('/ne/notices', 'ne')).toBe('/ne/notice');
    expect(meant(`/ne/${encodeURIComponent('सूचना')}`, 'ne')).toBe('/ne/notice');
  });

  it('that the menu or the footer still names does not lead to itself', () => {
    expect(meant('/page/grievance-handling')).toBeUndefined();
    expect(meant('/ne/page/dividend-history', 'ne')).toBeUndefined();
    expect(meant('/notice')).toBeUndefined();
  });

  it.each(['/no-such-page', '/wp-login.php', '/admin', '/.env', '/', '/x', '/%E0%A4%A', '/login'])(
    '%s leads nowhere',
    (path) => expect(meant(path)).toBeUndefined(),
  );
});
