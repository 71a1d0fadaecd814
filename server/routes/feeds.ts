import { type RequestHandler, Router } from 'express';
import { Feed } from 'feed';
import { toHtml } from 'hast-util-to-html';
import { type Answer, calls, type ListPath } from '../../shared/content-api.ts';
import { ContentError, pageStatus } from '../../shared/content-error.ts';
import type { CategoryItem } from '../../shared/kinds/category.ts';
import type { Page } from '../../shared/page.ts';
import { pages } from '../../shared/routes.ts';
import { FEED_PER_PAGE } from '../content-api/call.ts';
import type { Gateway } from '../content-api/gateway.ts';

type Item = Omit<CategoryItem, 'type'>;
type FeedItem = Item & { path: string };

/** Atom feeds: `/feed.xml` of all lists with a feed, and one for each of them, as `/news/feed.xml`. */
export function feeds(gateway: Gateway, origin: string): Router {
  const lists = pages.filter(({ feed, call }) => feed && call);
  const router = Router({ caseSensitive: true, strict: true }).get('/feed.xml', feedHandler(lists, '/feed.xml'));
  for (const list of lists) {
    router.get(`${list.path}/feed.xml`, feedHandler([list], `${list.path}/feed.xml`, list.label));
  }
  return router;

  function feedHandler(feedLists: Page[], path: string, label?: string): RequestHandler {
    return async (_request, response) => {
      try {
        const [{ site }, ...latest] = await Promise.all([
          gateway.site(),
          ...feedLists.map((list) => latestItems(list, gateway)),
        ]);
        const items = latest
          .flat()
          .sort((a, b) => publishedAt(b).getTime() - publishedAt(a).getTime())
          .slice(0, FEED_PER_PAGE);
        const title = label ? `${label} of ${site.name}` : site.name;
        const xml = writeAtom({ title, path, tagline: site.tagline, organisation: site.name, items, origin });
        response.set('Cache-Control', 'public, max-age=600').type('application/atom+xml').send(xml);
      } catch (error) {
        if (!(error instanceof ContentError)) throw error;
        response.status(pageStatus(error)).set('Cache-Control', 'no-store').type('text').send('Not available\n');
      }
    };
  }
}

async function latestItems(list: Page, gateway: Gateway): Promise<FeedItem[]> {
  const call = list.call as ListPath;
  const answer: Answer<ListPath> = await gateway.get(call, { per_page: String(FEED_PER_PAGE) });
  const items = (answer as unknown as Record<string, Item[] | undefined>)[calls[call].name] ?? [];
  return items.map((item) => ({ ...item, path: `${list.path}/${item.id}` }));
}

/** An item without a date comes last. */
const publishedAt = ({ published_at, created_at }: Item) => new Date(published_at ?? created_at ?? 0);

interface FeedContent {
  title: string;
  path: string;
  tagline?: string;
  organisation: string;
  items: FeedItem[];
  origin: string;
}

function writeAtom({ title, path, tagline, organisation, items, origin }: FeedContent): string {
  const updatedAt = items.map((item) => (item.updated_at ? new Date(item.updated_at) : publishedAt(item)));
  const feed = new Feed({
    id: `${origin}${path}`,
    title,
    description: tagline,
    link: `${origin}${path.replace(/\/feed\.xml$/, '') || '/'}`,
    generator: 'Foyer',
    feedLinks: { atom: `${origin}${path}` },
    language: 'en',
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
  return feed.atom1();
}

/** The library takes titles and descriptions as HTML. */
const asHtml = (text: string) => toHtml({ type: 'text', value: text });
