import type { Section, TextPage } from '@foyer/model';
import { Suspense } from 'react';
import { organisation } from '../../json-ld.ts';
import { onDemand } from '../../on-demand.ts';
import { type Head, type HeadContext, queryOf, type ScreenProps } from '../../page.ts';
import { useLocation } from '../../shown-page.ts';
import { ItemText } from '../../ui/ItemText.tsx';
import { IMAGE_SIZES } from '../../ui/image-sizes.ts';
import { LazyImage } from '../../ui/LazyImage.tsx';
import { CalculatorCard } from '../calculator/CalculatorCard.tsx';
import type { HomeData } from '../home/section-card.ts';

export interface TextPageData extends Partial<HomeData> {
  page: Omit<TextPage, 'sections'> & { sections: Section[] };
}

/** Pages with addresses of their own. */
const TOP_LEVEL = new Set(['introduction', 'profile', 'about']);

const addressOf = (slug: string) => (TOP_LEVEL.has(slug) ? `/${slug}` : `/page/${slug}`);

export function head(
  { page: text }: TextPageData,
  { site, origin, query, page, locale, canonicalUrl }: HeadContext,
): Head {
  const { id, slug = id, name, summary, description_text, files, parent, updated_at } = text;
  const canonical = page.id === 'Page' ? addressOf(slug) : page.path;
  return {
    title: name,
    description: summary ?? description_text,
    canonical,
    picture: files[0],
    modified: updated_at,
    // What a visitor calculates is nobody else's.
    index: Object.values(query).every((value) => value === undefined),
    breadcrumbs: parent && [{ label: parent.name, href: addressOf(parent.slug) }],
    jsonLd: [
      {
        '@type': page.id === 'About' ? 'AboutPage' : 'WebPage',
        name,
        description: summary ?? description_text,
        url: canonicalUrl(canonical),
        dateModified: updated_at,
        publisher: organisation(site, origin),
        inLanguage: text.lang ?? locale,
      },
    ],
  };
}

export const isLean = ({ page }: TextPageData): boolean => page.sections.length === 0;

export function Screen({ data, page }: ScreenProps<TextPageData>) {
  const { page: text } = data;
  const { search } = useLocation();
  const { calculator } = text;
  const [first, ...rest] = text.files;
  const item = (
    <ItemText
      name={text.name}
      lang={text.lang}
      summary={text.summary}
      description={text.description}
      picture={first}
      contents={text.contents}
    >
      {calculator && <CalculatorCard calculator={calculator} query={queryOf(page, new URLSearchParams(search))} />}
      {rest.map((file) => (
        <LazyImage key={file.location} file={file} sizes={IMAGE_SIZES.text} />
      ))}
    </ItemText>
  );
  if (text.sections.length === 0) return item;
  return (
    <>
      {item}
      <Suspense fallback={null}>
        <Sections sections={text.sections} data={data} />
      </Suspense>
    </>
  );
}

/** Few pages have sections. */
export const sectionsOnDemand = onDemand(() => import('../home/SectionCards.tsx'));

function Sections(props: { sections: readonly Section[]; data: Partial<HomeData> }) {
  const { SectionCards } = sectionsOnDemand.useModule();
  return <SectionCards {...props} />;
}
