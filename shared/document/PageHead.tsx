import { scriptJson } from '../hydration-data.ts';
import { SHARE_IMAGE, scaledAddress } from '../image-renditions.ts';
import type { Breadcrumb, Head } from '../page.ts';
import type { File } from '../schema/file.ts';
import { useRoot } from '../shown-page.ts';
import { useTrustedHtml } from '../trusted-html.ts';

/** The page's elements of the document head; React moves them there. Not inside a block: in a streamed block they would stay in the body. */
export function PageHead({ head, breadcrumbs = [] }: { head: Head; breadcrumbs?: Breadcrumb[] }) {
  const { site, origin, indexable } = useRoot();
  const title =
    head.title === undefined ? [site.name, site.tagline].filter(Boolean).join(' – ') : `${head.title} | ${site.name}`;
  const url = head.canonical === undefined ? undefined : new URL(head.canonical, origin).href;
  const picture = shareImage(head.picture ?? site.picture);
  const jsonLd = [
    ...(head.jsonLd ?? []),
    ...(breadcrumbs.length > 0 ? [breadcrumbList(breadcrumbs, head, origin)] : []),
  ];
  return (
    <>
      <title>{title}</title>
      {head.description && <meta name="description" content={head.description} />}
      {(head.index === false || !indexable) && <meta name="robots" content="noindex" />}
      {url && <link rel="canonical" href={url} />}
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

function breadcrumbList(breadcrumbs: Breadcrumb[], { title, canonical = '/' }: Head, origin: string): object {
  const entries = [{ label: 'Home', href: '/' }, ...breadcrumbs, { label: title, href: canonical }];
  return {
    '@type': 'BreadcrumbList',
    itemListElement: entries.map(({ label, href }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name: label,
      item: new URL(href, origin).href,
    })),
  };
}
