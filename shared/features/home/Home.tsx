import type { Site } from '@foyer/model';
import { absoluteUrl, organisation } from '../../json-ld.ts';
import type { Head, HeadContext, ScreenProps } from '../../page.ts';
import { useRoot } from '../../shown-page.ts';
import type { HomeData } from './home-data.ts';
import { isOwn } from './own-section.ts';
import { SectionCards } from './SectionCards.tsx';

export { latestBlogs } from '../articles/article-card.ts';
export { shownHome } from './section-card.ts';

export const head = (_: HomeData, { site, origin, href }: HeadContext): Head => ({
  description: site.tagline,
  canonical: '/',
  jsonLd: [
    {
      '@type': 'WebSite',
      name: site.name,
      url: absoluteUrl(href('/'), origin),
    },
    { ...organisation(site, origin), sameAs: site.social.map(({ href }) => href) },
  ],
});

export const isLean = (_: HomeData, { sections }: Site): boolean => !sections.some(isOwn);

export function Screen({ data }: ScreenProps<HomeData>) {
  const { site } = useRoot();
  return (
    <>
      <h1 className="visually-hidden">{site.name}</h1>
      <SectionCards sections={site.sections} data={data} isTop />
    </>
  );
}
