import { absolute, organisation } from '../../json-ld.ts';
import type { Head, HeadContext, ScreenProps } from '../../page.ts';
import { Contents } from '../../ui/Contents.tsx';
import { ItemText } from '../../ui/ItemText.tsx';
import { LazyImage } from '../../ui/LazyImage.tsx';
import { PLACES } from '../../ui/places.ts';
import type { TextPageData } from './pages.ts';

/** These have an address of their own. */
const KNOWN = new Set(['introduction', 'profile', 'about']);

const addressOf = (slug: string) => (KNOWN.has(slug) ? `/${slug}` : `/page/${slug}`);

export function head({ page: text }: TextPageData, { site, origin, page }: HeadContext): Head {
  const { id, slug = id, name, summary, description_text, files, parent, updated_at } = text;
  const canonical = page.id === 'Page' ? addressOf(slug) : page.path;
  return {
    title: name,
    description: summary ?? description_text,
    canonical,
    picture: files[0],
    modified: updated_at,
    trail: parent && [{ label: parent.name, href: addressOf(parent.slug) }],
    jsonLd: [
      {
        '@type': page.id === 'About' ? 'AboutPage' : 'WebPage',
        name,
        description: summary ?? description_text,
        url: absolute(canonical, origin),
        dateModified: updated_at,
        publisher: organisation(site, origin),
        inLanguage: text.lang ?? 'en',
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
      before={<Contents of={page.contents} />}
    >
      {rest.map((file) => (
        <LazyImage key={file.location} file={file} place={PLACES.text} />
      ))}
    </ItemText>
  );
}
