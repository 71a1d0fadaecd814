import type { TextPage } from '@foyer/model';
import { organisation } from '../../json-ld.ts';
import type { Head, HeadContext, ScreenProps } from '../../page.ts';
import { ItemText } from '../../ui/ItemText.tsx';
import { IMAGE_SIZES } from '../../ui/image-sizes.ts';
import { LazyImage } from '../../ui/LazyImage.tsx';

interface TextPageData {
  page: TextPage;
}

/** Pages with addresses of their own. */
const TOP_LEVEL = new Set(['introduction', 'profile', 'about']);

const addressOf = (slug: string) => (TOP_LEVEL.has(slug) ? `/${slug}` : `/page/${slug}`);

export function head({ page: text }: TextPageData, { site, origin, page, locale, canonicalUrl }: HeadContext): Head {
  const { id, slug = id, name, summary, description_text, files, parent, updated_at } = text;
  const canonical = page.id === 'Page' ? addressOf(slug) : page.path;
  return {
    title: name,
    description: summary ?? description_text,
    canonical,
    picture: files[0],
    modified: updated_at,
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

export function Screen({ data: { page } }: ScreenProps<TextPageData>) {
  const [first, ...rest] = page.files;
  return (
    <ItemText
      name={page.name}
      lang={page.lang}
      summary={page.summary}
      description={page.description}
      picture={first}
      contents={page.contents}
    >
      {rest.map((file) => (
        <LazyImage key={file.location} file={file} sizes={IMAGE_SIZES.text} />
      ))}
    </ItemText>
  );
}
