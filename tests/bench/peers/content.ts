import type { RootData } from './foyer/document/root.ts';
import { latestBlogs as latest } from './foyer/features/articles/card.ts';
import { home } from './foyer/features/home/pages.ts';

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
  return { site, origin: 'http://localhost:3000', indexable: true, provisional: false };
}

/** By Foyer's own loader; its blocks come settled. */
export async function loadHome() {
  const data = await home.load({ api, params: {}, query: {}, view: Promise.resolve({ latest } as never) });
  const blocks = Object.entries(data).map(async ([name, block]) => [
    name,
    { promise: null, settled: await block.promise },
  ]);
  return Object.fromEntries(await Promise.all(blocks));
}
