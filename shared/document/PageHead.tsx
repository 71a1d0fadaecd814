import { type File, LANGUAGES, SHARE_IMAGE, scaledAddress } from '@foyer/model';
import { scriptJson } from '../hydration-data.ts';
import { absoluteUrl } from '../json-ld.ts';
import type { Breadcrumb, Head } from '../page.ts';
import { canonicalUrl, editionsOf, type PageEditions } from '../page-editions.ts';
import { useHref, useMessages, useShownPage } from '../shown-page.ts';
import { useTrustedHtml } from '../trusted-html.ts';
import type { RootData } from './root.ts';

/** The page's elements of the document head; React moves them there. Not inside a block: in a streamed block they would stay in the body. */
export function PageHead({ head, breadcrumbs = [] }: { head: Head; breadcrumbs?: Breadcrumb[] }) {
  const shown = useShownPage();
  const { site, origin, indexable } = shown.root;
  const m = useMessages();
  const href = useHref();
  const editions = editionsOf(shown, head.canonical);
  const title =
    head.title === undefined ? [site.name, site.tagline].filter(Boolean).join(' – ') : `${head.title} | ${site.name}`;
  const url = head.canonical === undefined ? undefined : canonicalUrl(shown, head.canonical);
  const picture = shareImage(head.picture ?? site.picture);
  const jsonLd = [
    ...(head.jsonLd ?? []),
    ...(breadcrumbs.length > 0
      ? [
          breadcrumbList([
            ...[{ label: m.home, href: '/' }, ...breadcrumbs].map((parent) => ({
              name: parent.label,
              item: absoluteUrl(href(parent.href), origin),
            })),
            { name: head.title, item: url },
          ]),
        ]
      : []),
  ];
  return (
    <>
      <title>{title}</title>
      {head.description && <meta name="description" content={head.description} />}
      {(head.index === false || !indexable) && <meta name="robots" content="noindex" />}
      {url && <link rel="canonical" href={url} />}
      <EditionLinks {...editions} {...shown.root} />
      {url && <meta property="og:url" content={url} />}
      <meta property="og:title" content={head.title ?? site.name} />
      <meta property="og:type" content={head.published ? 'article' : 'website'} />
      <meta property="og:site_name" content={site.name} />
      {head.description && <meta property="og:description" content={head.description} />}
      {head.published && <meta property="article:published_time" content={head.published} />}
      {head.modified && <meta property="article:modified_time" content={head.modified} />}
      {picture && <meta property="og:image" content={new URL(picture.location, origin).href} />}
      {picture?.width && <meta property="og:image:width" content={String(picture.width)} />}
      {picture?.height && <meta property="og:image:height" content={String(picture.height)} />}
      {picture?.alt && <meta property="og:image:alt" content={picture.alt} />}
      <meta name="twitter:card" content={picture ? 'summary_large_image' : 'summary'} />
      {jsonLd.map((description) => {
        const json = scriptJson({ '@context': 'https://schema.org', ...description });
        return <JsonLd key={json} json={json} />;
      })}
    </>
  );
}

/** The page in the other editions, for search engines and social networks. */
function EditionLinks({ canonical, alternates, addressIn, locales, origin }: PageEditions & RootData) {
  if (locales.length === 1) return null;
  const [first] = alternates;
  return (
    <>
      {alternates.map((other) => (
        <link key={other} rel="alternate" hrefLang={other} href={origin + addressIn(other)} />
      ))}
      {first && <link rel="alternate" hrefLang="x-default" href={origin + addressIn(first)} />}
      <meta property="og:locale" content={LANGUAGES[canonical].openGraph} />
      {alternates
        .filter((other) => other !== canonical)
        .map((other) => (
          <meta key={other} property="og:locale:alternate" content={LANGUAGES[other].openGraph} />
        ))}
    </>
  );
}

/** The image for social networks. */
function shareImage(picture: File | undefined): Pick<File, 'location' | 'alt' | 'width' | 'height'> | undefined {
  if (!picture?.scaled) return picture;
  const { size, ...dimensions } = SHARE_IMAGE;
  return { location: scaledAddress(picture.scaled, size, 'jpg'), alt: picture.alt, ...dimensions };
}

function JsonLd({ json }: { json: string }) {
  return (
    <script
      type="application/ld+json"
      // The browser reads long texts from the markup, where the HTML parser may have changed their notation.
      suppressHydrationWarning
      dangerouslySetInnerHTML={useTrustedHtml(json)}
    />
  );
}

const breadcrumbList = (entries: { name: string | undefined; item: string | undefined }[]) => ({
  '@type': 'BreadcrumbList',
  itemListElement: entries.map((entry, index) => ({ '@type': 'ListItem', position: index + 1, ...entry })),
});
