import { xmlText } from '../http/xml-text.ts';

/* The XML of a feed: Atom, RFC 4287. */

export interface Feed {
  /** Its own address, which is its id. */
  url: string;
  /** The page of which it has the latest. */
  page: string;
  title: string;
  tagline?: string;
  /** Only if the site has several. */
  language?: string;
  author: { name: string; url: string };
  updatedAt: Date;
  entries: FeedEntry[];
}

export interface FeedEntry {
  url: string;
  title: string;
  summary?: string;
  publishedAt: Date;
  updatedAt: Date;
  author?: string;
  category?: { slug: string; name: string };
}

export function atomFile({ url, page, title, tagline, language, author, updatedAt, entries }: Feed): string {
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    `<feed${attribute('xml:lang', language)} xmlns="http://www.w3.org/2005/Atom">`,
    element('id', url),
    element('title', title),
    element('updated', updatedAt.toISOString()),
    element('generator', 'Foyer'),
    `<author>${element('name', author.name)}${element('uri', author.url)}</author>`,
    `<link rel="alternate"${attribute('href', page)}/>`,
    `<link rel="self"${attribute('href', url)}/>`,
    element('subtitle', tagline),
    element('rights', author.name),
    ...entries.map(entryXml),
    '</feed>',
    '',
  ]
    .filter(Boolean)
    .join('\n');
}

const entryXml = ({ url, title, summary, publishedAt, updatedAt, author, category }: FeedEntry): string =>
  [
    '<entry>',
    element('title', title),
    element('id', url),
    `<link${attribute('href', url)}/>`,
    element('updated', updatedAt.toISOString()),
    element('summary', summary),
    author === undefined ? '' : `<author>${element('name', author)}</author>`,
    category ? `<category${attribute('label', category.name)}${attribute('term', category.slug)}/>` : '',
    element('published', publishedAt.toISOString()),
    '</entry>',
  ].join('');

/** None without a text. */
const element = (name: string, text: string | undefined): string => (text ? `<${name}>${xmlText(text)}</${name}>` : '');
const attribute = (name: string, text: string | undefined): string => (text ? ` ${name}="${xmlText(text)}"` : '');
