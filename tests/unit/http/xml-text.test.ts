import fc from 'fast-check';
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { beforeAll, describe, expect, it } from 'vitest';
import { loadMessages } from '../../../packages/model/src/edition.ts';
import { atomFile } from '../../../server/routes/atom-file.ts';
import { markSvg } from '../../../server/routes/icon-mark.ts';
import { describeSearch } from '../../../server/routes/opensearch.ts';
import { sitemapXml } from '../../../server/routes/sitemap-xml.ts';

/* Every document in XML that the server writes, read back. */

const ORIGIN = 'https://www.himal.example';
const SPECIAL = [
  '<',
  '&',
  '>',
  '"',
  "'",
  ']]>',
  '&amp;',
  '<![CDATA[',
  '<!--',
  '\u0001',
  '\u000b',
  '\ufffe',
  '\ud800',
  'क्ष',
  ' ',
  '\n',
];
const text = fc
  .array(fc.oneof(fc.constantFrom(...SPECIAL), fc.string({ unit: 'binary', maxLength: 3 })), { maxLength: 12 })
  .map((parts) => `a${parts.join('')}z`);
/** What XML keeps of a text: of white space that there is some. */
const kept = (written: string): string =>
  written
    .toWellFormed()
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what XML cannot contain
    .replace(/[\0-\x08\x0B\x0C\x0E-\x1F\uFFFE\uFFFF]/g, '')
    .replace(/\s+/g, ' ');

/** Of XML 1.0, as much as we write. The validator lets `&` and `]]>` pass. */
const TOKENS =
  /^(?:<\?xml version="1.0" encoding="utf-8"\?>)?(?:<[\w:]+(?:\s[\w:-]+="(?:[^<&"]|&\w+;)*")*\s?\/?>|<\/[\w:]+>|(?!\]\]>)[^<&]|&\w+;)*$/i;
const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '',
  parseTagValue: false,
  parseAttributeValue: false,
});

function read(xml: string): unknown {
  expect(xml).toMatch(TOKENS);
  expect(XMLValidator.validate(xml)).toBe(true);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what XML cannot contain
  expect(xml).not.toMatch(/[\0-\x08\x0B\x0C\x0E-\x1F\uFFFE\uFFFF]/);
  return JSON.parse(JSON.stringify(parser.parse(xml)), (_, value) => (typeof value === 'string' ? kept(value) : value));
}

beforeAll(() => loadMessages('en'));

describe('whatever a text is, it is read back from', () => {
  it('a feed', () => {
    fc.assert(
      fc.property(text, text, text, (name, title, slug) => {
        const date = new Date(0);
        const dates = { publishedAt: date, updatedAt: date };
        const xml = atomFile({
          url: `${ORIGIN}/feed.xml`,
          page: `${ORIGIN}/?a=b&c`,
          title: name,
          tagline: title,
          language: 'ne',
          author: { name, url: ORIGIN },
          updatedAt: date,
          entries: [{ url: `${ORIGIN}/1`, title, summary: title, author: name, category: { slug, name }, ...dates }],
        });
        expect(read(xml)).toMatchObject({
          feed: {
            title: kept(name),
            subtitle: kept(title),
            author: { name: kept(name) },
            entry: {
              title: kept(title),
              summary: kept(title),
              author: { name: kept(name) },
              category: { label: kept(name), term: kept(slug) },
            },
          },
        });
      }),
    );
  });

  it('the description of the search', () => {
    fc.assert(
      fc.property(text, (name) => {
        const description = read(describeSearch(name, ORIGIN, { locale: 'en', locales: ['en'] }));
        expect(description).toMatchObject({
          OpenSearchDescription: { Description: expect.stringContaining(kept(name)) },
        });
      }),
    );
  });

  it('the sitemap', () => {
    fc.assert(
      fc.property(text, (name) => {
        const path = `/news/${name}?q=${name}`;
        const entry = { path, changedAt: '2024-01-01', alternates: [{ locale: 'ne' as const, path }] };
        const { href } = new URL(path, ORIGIN);
        expect(read(String(sitemapXml([entry], ORIGIN, true)))).toMatchObject({
          urlset: { url: { loc: href, 'xhtml:link': [{ href }, { href }] } },
        });
      }),
    );
  });

  it('the icon of a site', () => {
    fc.assert(
      fc.property(text, (name) => {
        read(markSvg({ name: name.slice(1), ground: '#123456', on: '#ffffff', isRounded: true }));
      }),
    );
  });
});
