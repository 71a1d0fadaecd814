import type { RootData } from './foyer/document/root.ts';
import { latestBlogs } from './foyer/features/articles/article-card.ts';
import { home } from './foyer/features/home/home-pages.ts';

/* The home page's data, held in memory for a minute, as Foyer's gateway holds it. */

const FRESH = 60_000;
const answers = new Map<string, { until: number; data: Promise<never> }>();

function api(path: string): Promise<never> {
  const known = answers.get(path);
  if (known && Date.now() < known.until) return known.data;
  const data = fetch(`${process.env.FRONTAPI_URL}${path}`)
    .then((response) => response.json())
    .then((answer) => answer.data as never);
  answers.set(path, { until: Date.now() + FRESH, data });
  return data;
}

export async function loadRoot(): Promise<RootData> {
  const { site } = (await api('site')) as { site: RootData['site'] };
  return { site, origin: 'http://localhost:3000', indexable: true, isProvisional: false };
}

/** By Foyer's own loader; its blocks have arrived. */
export async function loadHome() {
  const data = await home.load({ api, params: {}, query: {}, view: Promise.resolve({ latestBlogs } as never) });
  const blocks = Object.entries(data).map(async ([name, block]) => [
    name,
    { promise: null, result: await block.promise },
  ]);
  return Object.fromEntries(await Promise.all(blocks));
}
