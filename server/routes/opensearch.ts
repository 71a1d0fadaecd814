import type { Config } from '@foyer/config';
import { type CallResult, type Gateway, hasSubstitute } from '@foyer/gateway';
import { type Edition, editionPath, messagesOf } from '@foyer/model';
import { Router } from 'express';
import { xmlText } from '../http/xml-text.ts';

/** Characters that OpenSearch 1.1 allows. */
const MAX_SHORT_NAME = 16;
const MAX_LONG_NAME = 48;
/** Of the site's name, of which the beginning is used. */
const MAX_NAME_CHARACTERS = 200;

/** `/opensearch.xml` of each edition: by it browsers offer the site's search in their own search box. */
export function openSearchDescription(gateway: Gateway, { origin, locales }: Config['site']): Router {
  const router = Router({ caseSensitive: true, strict: true });
  for (const locale of locales) {
    const edition = { locale, locales };
    router.get(editionPath('/opensearch.xml', edition), async (_request, response) => {
      const calls: CallResult[] = [];
      const { site, isProvisional } = await gateway.site({ locale, onResult: (result) => calls.push(result) });
      if (locales.length > 1) response.set('Content-Language', locale);
      response
        .set('Cache-Control', isProvisional || hasSubstitute(calls) ? 'no-store' : 'public, max-age=600')
        .type('application/opensearchdescription+xml')
        .send(describeSearch(site.name, origin, edition));
    });
  }
  return router;
}

/** @param name of the site */
export function describeSearch(name: string, origin: string, edition: Edition): string {
  const description = messagesOf(edition.locale).searchDescription({ site: name });
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/">',
    `<ShortName>${xmlText(cut(name, MAX_SHORT_NAME))}</ShortName>`,
    `<LongName>${xmlText(cut(name, MAX_LONG_NAME))}</LongName>`,
    `<Description>${xmlText(description)}</Description>`,
    `<Url type="text/html" template="${xmlText(origin + editionPath('/search', edition))}?q={searchTerms}"/>`,
    `<Language>${edition.locale}</Language>`,
    '<InputEncoding>UTF-8</InputEncoding>',
    '</OpenSearchDescription>',
    '',
  ].join('\n');
}

/** The first words that fit, or the first letters of a longer word. A letter with its marks stays whole. */
function cut(name: string, maxCharacters: number): string {
  const text = name.slice(0, MAX_NAME_CHARACTERS);
  const fits = (part: string) => part.length <= maxCharacters;
  const longest = (parts: string[]) =>
    parts
      .map((_, index) =>
        parts
          .slice(0, parts.length - index)
          .join('')
          .trim(),
      )
      .find(fits) ?? '';
  const letters = [...new Intl.Segmenter().segment(text)].map(({ segment }) => segment);
  return longest(text.split(/(?=\s)/)) || longest(letters);
}
