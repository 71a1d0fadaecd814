import type { Config } from '@foyer/config';
import { type CallOptions, type CallResult, FEED_PER_PAGE, type Gateway, hasSubstitute } from '@foyer/gateway';
import {
  type Answer,
  type CategoryItem,
  ContentError,
  calls,
  type DatasetSummary,
  type Edition,
  editionPath,
  itemPath,
  type ListPath,
  siteMessages,
} from '@foyer/model';
import { type RequestHandler, Router } from 'express';
import type { LabelKey, Page } from '../../shared/page.ts';
import { pages } from '../../shared/routes.ts';
import { sendNotAvailable } from '../http/not-available.ts';
import { atomFile } from './atom-file.ts';
import { undefinedIfMissing } from './optional-list.ts';

/** A table says its newest value and the day of it. */
type Item = Omit<CategoryItem, 'type'> & Partial<Pick<DatasetSummary, 'as_of' | 'latest'>>;
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
        const m = siteMessages(locale, site);
        const title = label ? m.labelOf({ label: m[label], site: site.name }) : site.name;
        const updatedAt = items.map(changedAt);
        const xml = atomFile({
          url: `${origin}${path}`,
          page: `${origin}${path.replace(/\/feed\.xml$/, '') || '/'}`,
          title,
          tagline: site.tagline,
          language: locales.length > 1 ? locale : undefined,
          author: { name: site.name, url: `${origin}/` },
          updatedAt: new Date(Math.max(0, ...updatedAt.map((date) => date.getTime()))),
          entries: items.map((item, index) => ({
            url: `${origin}${item.path}`,
            title: item.name,
            summary:
              [item.latest?.text, item.summary ?? item.description_text].filter(Boolean).join(' · ') || undefined,
            publishedAt: publishedAt(item),
            updatedAt: updatedAt[index] ?? publishedAt(item),
            author: item.created_by?.name,
            category: item.category,
          })),
        });
        if (locales.length > 1) response.set('Content-Language', locale);
        response
          .set('Cache-Control', isProvisional || hasSubstitute(calls) ? 'no-store' : 'public, max-age=600')
          .type('application/atom+xml')
          .send(xml);
      } catch (error) {
        sendNotAvailable(response, error);
      }
    };
  }
}

async function latestItems(list: Page, gateway: Gateway, edition: Edition, options: CallOptions): Promise<FeedItem[]> {
  const call = list.call as ListPath;
  const answer: Answer<ListPath> = await gateway.get(call, { per_page: String(FEED_PER_PAGE) }, options);
  const items = (answer as unknown as Record<string, Item[] | undefined>)[calls[call].name] ?? [];
  const page = pages.find(({ parent }) => parent === list) ?? list;
  return items.map((item) => ({ ...item, path: editionPath(itemPath(page, item), edition) }));
}

/** An item without a date comes last. */
const publishedAt = ({ published_at, created_at, as_of }: Item) => new Date(as_of ?? published_at ?? created_at ?? 0);
const changedAt = (item: Item) => (item.updated_at ? new Date(item.updated_at) : publishedAt(item));
