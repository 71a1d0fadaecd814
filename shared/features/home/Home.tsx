import { type Answer, DEFAULT_SECTIONS, derived, isScreenOff, type Section } from '@foyer/model';
import { absoluteUrl, organisation } from '../../json-ld.ts';
import type { Head, HeadContext, ScreenProps } from '../../page.ts';
import { useRoot } from '../../shown-page.ts';
import { albumCard } from '../albums/album-card.ts';
import { articleCard } from '../articles/article-card.ts';
import type { HomeBlock, HomeData } from './home-data.ts';
import { Sections } from './Sections.tsx';

export { latestBlogs } from '../articles/article-card.ts';

/** What the page shows of the home call below its other blocks: of lists that no section shows it does not even say that they are empty. */
export const shownHome = derived(
  ({ figures, awareness, communications, virtue, virtues, news, albums }: Answer<'home'>): HomeBlock => ({
    figures: figures.flatMap((figure) => (figure.value === undefined ? [] : { ...figure, series: undefined })),
    awareness,
    communications: communications && { ...communications, description: undefined },
    virtue,
    virtues,
    ...(news.length > 0 && { news: news.map(articleCard('/news')) }),
    ...(albums.length > 0 && { albums: albums.map(albumCard) }),
  }),
);

export const head = (_: HomeData, { site, origin, href, isSearchOff }: HeadContext): Head => ({
  description: site.tagline,
  canonical: '/',
  jsonLd: [
    {
      '@type': 'WebSite',
      name: site.name,
      url: absoluteUrl(href('/'), origin),
      ...(!isSearchOff && {
        potentialAction: {
          '@type': 'SearchAction',
          target: {
            '@type': 'EntryPoint',
            urlTemplate: `${absoluteUrl(href('/search'), origin)}?q={search_term_string}`,
          },
          'query-input': 'required name=search_term_string',
        },
      }),
    },
    { ...organisation(site, origin), sameAs: site.social.map(({ href }) => href) },
  ],
});

/** Of the lists that sections show. */
const PATHS: Partial<Record<Section['section'], string>> = { blogs: '/blogs', news: '/news', albums: '/album' };
const DEFAULT: Section[] = DEFAULT_SECTIONS.map((section) => ({ section }));

export function Screen({ data }: ScreenProps<HomeData>) {
  const { site } = useRoot();
  const sections = site.sections.length > 0 ? site.sections : DEFAULT;
  return (
    <>
      <h1 className="visually-hidden">{site.name}</h1>
      <Sections sections={sections.filter(({ section }) => !isScreenOff(PATHS[section] ?? '/', site))} data={data} />
    </>
  );
}
