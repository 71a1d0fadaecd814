import { type RequestHandler, Router } from 'express';
import { Feed } from 'feed';
import { toHtml } from 'hast-util-to-html';
import { ContentError, pageStatus } from '../../shared/content-error.ts';
import { type Answer, type ListPath, listCalls } from '../../shared/contract/calls.ts';
import type { CategoryItem } from '../../shared/contract/category.ts';
import type { Page } from '../../shared/page.ts';
import { pages } from '../../shared/routes.tsx';
import type { Gateway } from '../content-api/gateway.ts';

const LATEST = 20;

type Item = Omit<CategoryItem, 'type'>;
type Listed = Item & { path: string };

/** Atom feeds: `/feed.xml` of all that can be subscribed to, and one for each list, as `/news/feed.xml`. */
export function feeds(gateway: Gateway, origin: string): Router {
  const lists = pages.filter(({ feed, call }) => feed && call);
  const router = Router({ caseSensitive: true, strict: true }).get('/feed.xml', answer(lists, '/feed.xml'));
  for (const list of lists) router.get(`${list.path}/feed.xml`, answer([list], `${list.path}/feed.xml`, list.label));
  return router;

  function answer(of: Page[], path: string, label?: string): RequestHandler {
    return async (_request, response) => {
      try {
        const [{ site }, ...found] = await Promise.all([gateway.site(), ...of.map((list) => latest(list, gateway))]);
        const items = found
          .flat()
          .sort((a, b) => dateOf(b).getTime() - dateOf(a).getTime())
          .slice(0, LATEST);
        const title = label ? `${label} of ${site.name}` : site.name;
        const xml = write({ title, path, tagline: site.tagline, organisation: site.name, items, origin });
        response.set('Cache-Control', 'public, max-age=600').type('application/atom+xml').send(xml);
      } catch (error) {
        if (!(error instanceof ContentError)) throw error;
        response.status(pageStatus(error)).set('Cache-Control', 'no-store').type('text').send('Not available\n');
      }
    };
  }
}

async function latest(list: Page, gateway: Gateway): Promise<Listed[]> {
  const call = list.call as ListPath;
  const answer: Answer<ListPath> = await gateway.get(call, { per_page: String(LATEST) });
  const items = (answer as unknown as Record<string, Item[] | undefined>)[listCalls[call].name] ?? [];
  return items.map((item) => ({ ...item, path: `${list.path}/${item.id}` }));
}

/** An undated item is as old as can be. */
const dateOf = ({ published_at, created_at }: Item) => new Date(published_at ?? created_at ?? 0);

interface FeedText {
  title: string;
  path: string;
  tagline?: string;
  organisation: string;
  items: Listed[];
  origin: string;
}

function write({ title, path, tagline, organisation, items, origin }: FeedText): string {
  const changed = items.map((item) => (item.updated_at ? new Date(item.updated_at) : dateOf(item)));
  const feed = new Feed({
    id: `${origin}${path}`,
    title,
    description: tagline,
    link: `${origin}${path.replace(/\/feed\.xml$/, '') || '/'}`,
    generator: 'Foyer',
    feedLinks: { atom: `${origin}${path}` },
    language: 'en',
    copyright: organisation,
    updated: new Date(Math.max(0, ...changed.map((date) => date.getTime()))),
    author: { name: organisation, link: `${origin}/` },
  });
  for (const [index, item] of items.entries()) {
    const { name, summary, description_text, created_by, category } = item;
    feed.addItem({
      id: `${origin}${item.path}`,
      link: `${origin}${item.path}`,
      title: asHtml(name),
      description: asHtml(summary ?? description_text ?? ''),
      published: dateOf(item),
      date: changed[index] ?? dateOf(item),
      author: created_by && [{ name: created_by.name }],
      category: category && [{ name: category.name, term: category.slug }],
    });
  }
  return feed.atom1();
}

/** The library writes both as HTML. */
const asHtml = (text: string) => toHtml({ type: 'text', value: text });
