import { type RequestHandler, Router } from 'express';
import { toHtml } from 'hast-util-to-html';
import { type Answer, calls, type ListPath } from '../../shared/content-api.ts';
import { ContentError, pageStatus } from '../../shared/content-error.ts';
import { type Edition, editionPath, messagesOf } from '../../shared/edition.ts';
import type { CategoryItem } from '../../shared/kinds/category.ts';
import type { Locale } from '../../shared/messages/index.ts';
import type { LabelKey, Page } from '../../shared/page.ts';
import { pages } from '../../shared/routes.ts';
import type { Config } from '../config.ts';
import { FEED_PER_PAGE } from '../content-api/call.ts';
import { type CallOptions, type CallResult, hasSubstitute, isNotFound } from '../content-api/call-result.ts';
import type { Gateway } from '../content-api/gateway.ts';
import { setRetryAfter } from '../http/cache-status.ts';
import { xmlText } from '../http/xml-text.ts';

type Item = Omit<CategoryItem, 'type'>;
type FeedItem = Item & { path: string };

/** Atom feeds of each edition: `/feed.xml` of all lists with a feed, and one for each of them, as `/news/feed.xml`. */
export function feeds(gateway: Gateway, { origin, locales }: Config['site']): Router {
  const lists = pages.filter(({ feed, call }) => feed && call);
  const router = Router({ caseSensitive: true, strict: true });
  for (const locale of locales) {
    const edition = { locale, locales };
    const add = (path: string, feedLists: Page[], label?: LabelKey) =>
      router.get(editionPath(path, edition), feedHandler(feedLists, editionPath(path, edition), edition, label));
    add('/feed.xml', lists);
    for (const list of lists) add(`${list.path}/feed.xml`, [list], list.label);
  }
  return router;

  function feedHandler(feedLists: Page[], path: string, edition: Edition, label?: LabelKey): RequestHandler {
    const { locale } = edition;
    return async (_request, response) => {
      const calls: CallResult[] = [];
      const options = { locale, onResult: (result: CallResult) => calls.push(result) };
      try {
        const [{ site, isProvisional }, ...latest] = await Promise.all([
          gateway.site(options),
          ...feedLists.map((list) => latestItems(list, gateway, edition, options).catch(undefinedIfMissing)),
        ]);
        if (latest.every((items) => items === undefined)) throw new ContentError(404, 'no list of the feed exists');
        const items = latest
          .flatMap((listed) => listed ?? [])
          .sort((a, b) => publishedAt(b).getTime() - publishedAt(a).getTime())
          .slice(0, FEED_PER_PAGE);
        const m = messagesOf(locale);
        const title = label ? m.labelOf({ label: m[label], site: site.name }) : site.name;
        const xml = await writeAtom({
          title,
          path,
          language: locale,
          tagline: site.tagline,
          organisation: site.name,
          items,
          origin,
        });
        if (locales.length > 1) response.set('Content-Language', locale);
        response
          .set('Cache-Control', isProvisional || hasSubstitute(calls) ? 'no-store' : 'public, max-age=600')
          .type('application/atom+xml')
          .send(locales.length > 1 ? withLanguage(xml, locale) : xml);
      } catch (error) {
        if (!(error instanceof ContentError)) throw error;
        setRetryAfter(response, error);
        response.status(pageStatus(error)).set('Cache-Control', 'no-store').type('text').send('Not available\n');
      }
    };
  }
}

/** An organisation need not have every list. */
function undefinedIfMissing(error: unknown): undefined {
  if (!isNotFound(error)) throw error;
}

async function latestItems(list: Page, gateway: Gateway, edition: Edition, options: CallOptions): Promise<FeedItem[]> {
  const call = list.call as ListPath;
  const answer: Answer<ListPath> = await gateway.get(call, { per_page: String(FEED_PER_PAGE) }, options);
  const items = (answer as unknown as Record<string, Item[] | undefined>)[calls[call].name] ?? [];
  return items.map((item) => ({ ...item, path: editionPath(`${list.path}/${item.id}`, edition) }));
}

/** An item without a date comes last. */
const publishedAt = ({ published_at, created_at }: Item) => new Date(published_at ?? created_at ?? 0);

interface FeedContent {
  title: string;
  path: string;
  language: string;
  tagline?: string;
  organisation: string;
  items: FeedItem[];
  origin: string;
}

async function writeAtom({
  title,
  path,
  language,
  tagline,
  organisation,
  items,
  origin,
}: FeedContent): Promise<string> {
  const { Feed } = await import('feed');
  const updatedAt = items.map((item) => (item.updated_at ? new Date(item.updated_at) : publishedAt(item)));
  const feed = new Feed({
    id: `${origin}${path}`,
    title,
    description: tagline,
    link: `${origin}${path.replace(/\/feed\.xml$/, '') || '/'}`,
    generator: 'Foyer',
    feedLinks: { atom: `${origin}${path}` },
    language,
    copyright: organisation,
    updated: new Date(Math.max(0, ...updatedAt.map((date) => date.getTime()))),
    author: { name: organisation, link: `${origin}/` },
  });
  for (const [index, item] of items.entries()) {
    const { name, summary, description_text, created_by, category } = item;
    feed.addItem({
      id: `${origin}${item.path}`,
      link: `${origin}${item.path}`,
      title: asHtml(name),
      description: asHtml(summary ?? description_text ?? ''),
      published: publishedAt(item),
      date: updatedAt[index] ?? publishedAt(item),
      author: created_by && [{ name: created_by.name }],
      category: category && [{ name: category.name, term: category.slug }],
    });
  }
  return xmlText(feed.atom1());
}

/** The library does not write the language. */
const withLanguage = (atom: string, locale: Locale) => atom.replace('<feed ', `<feed xml:lang="${locale}" `);

/** The library takes titles and descriptions as HTML. */
const asHtml = (text: string) => toHtml({ type: 'text', value: text });
