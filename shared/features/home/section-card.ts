import { type Answer, type Api, derived, type ShownSection } from '@foyer/model';
import { type Deferred, defer } from '../../deferred.ts';
import { onDemand } from '../../on-demand.ts';
import { albumCard } from '../albums/album-card.ts';
import { articleCard, latestBlogs } from '../articles/article-card.ts';
import type { HomeBlock, HomeData } from './home-data.ts';
import { newsLists } from './news-lists.ts';
import { isOwn, ownSections } from './own-section.ts';

export type { HomeData } from './home-data.ts';

/** What sections show of the home call: of lists that no section shows it does not even say that they are empty. */
const selectHome = derived(
  ({ figures, awareness, communications, virtue, virtues, news, albums, sections }: Answer<'home'>): HomeBlock => ({
    figures: figures.flatMap((figure) => (figure.value === undefined ? [] : { ...figure, series: undefined })),
    awareness,
    communications: communications && { ...communications, description: undefined },
    virtue,
    virtues,
    ...(news.length > 0 && { news: news.map(articleCard('/news')) }),
    ...(albums.length > 0 && { albums: albums.map(albumCard) }),
    ...(sections.some(isOwn) && { own: ownSections(sections) }),
  }),
);

/** Few pages have one. */
export const ownSectionsOnDemand = onDemand(() => import('./own-sections.tsx'));

async function loadOwnSections(sections: readonly ShownSection[]): Promise<void> {
  if (sections.some(isOwn)) await ownSectionsOnDemand.load();
}

/** Once it can be shown. */
export async function shownHome(answer: Answer<'home'>): Promise<HomeBlock> {
  await loadOwnSections(answer.sections);
  return selectHome(answer);
}

/** The blocks of a page's sections, by calls of what those show alone. */
export function sectionBlocks(sections: readonly ShownSection[], api: Api): Partial<HomeData> {
  const has = (...names: ShownSection['section'][]) => sections.some(({ section }) => names.includes(section));
  const home = has('tasks', 'figures', 'awareness', 'communications', 'virtues') ? api('home') : undefined;
  const blocks = {
    sliders: has('carousel') && defer(api('sliders').then(({ sliders }) => sliders)),
    tasks: has('tasks') && home && defer(home.then(({ tasks }) => tasks)),
    news:
      has('notices', 'dates') &&
      defer(
        Promise.all([import('./home-news.ts'), ...newsLists(api)]).then(([{ homeNews }, ...answers]) =>
          homeNews(...answers),
        ),
      ),
    blogs: has('blogs') && defer(api('blogs').then(({ blogs }) => latestBlogs(blogs))),
    home: (home || has('news', 'albums') || sections.some(isOwn)) && defer(homeBlock(sections, { home, api })),
  } satisfies { [Name in keyof HomeData]: HomeData[Name] | false | undefined };
  return Object.fromEntries(
    Object.entries(blocks).filter(([, block]: [string, Deferred<unknown> | false | undefined]) => block),
  );
}

/** As the home page has it, with lists by their own calls. */
async function homeBlock(
  sections: readonly ShownSection[],
  { home, api }: { home: Promise<Answer<'home'>> | undefined; api: Api },
): Promise<HomeBlock> {
  const has = (name: ShownSection['section']) => sections.some(({ section }) => section === name);
  const [answer, news, albums] = await Promise.all([
    home,
    has('news') ? api('news') : undefined,
    has('albums') ? api('album') : undefined,
    loadOwnSections(sections),
  ]);
  return {
    figures: [],
    virtues: [],
    awareness: undefined,
    communications: undefined,
    virtue: undefined,
    ...(answer && selectHome(answer)),
    news: news?.news.slice(0, LATEST).map(articleCard('/news')),
    albums: albums?.albums.slice(0, LATEST).map(albumCard),
    own: ownSections(sections),
  };
}

/** Items of a list on a page of sections. */
const LATEST = 6;
