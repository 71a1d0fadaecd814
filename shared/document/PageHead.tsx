import { serialise } from '../island.ts';
import type { Crumb, Head } from '../page.ts';
import { SHARED, scaledAddress } from '../picture.ts';
import type { File } from '../schema/file.ts';
import { useTrustedHtml } from '../trusted-html.ts';
import { useRoot } from './root.ts';

/** A page's part of the head; React puts it there. It may not stand in a suspended block, whose tags would land in the body. */
export function PageHead({ head, trail = [] }: { head: Head; trail?: Crumb[] }) {
  const { site, origin, indexable } = useRoot();
  const title =
    head.title === undefined ? [site.name, site.tagline].filter(Boolean).join(' – ') : `${head.title} | ${site.name}`;
  const url = head.canonical === undefined ? undefined : new URL(head.canonical, origin).href;
  const picture = shownShared(head.picture ?? site.picture);
  const jsonLd = [...(head.jsonLd ?? []), ...(trail.length > 0 ? [breadcrumbs(trail, head, origin)] : [])];
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
        const json = serialise({ '@context': 'https://schema.org', ...description });
        return <JsonLd key={json} json={json} />;
      })}
    </>
  );
}

/** A picture as social networks show it. */
function shownShared(picture: File | undefined): Pick<File, 'location' | 'alt' | 'width' | 'height'> | undefined {
  if (!picture?.scaled) return picture;
  const { size, ...measures } = SHARED;
  return { location: scaledAddress(picture.scaled, size, 'jpg'), alt: picture.alt, ...measures };
}

function JsonLd({ json }: { json: string }) {
  return (
    <script
      type="application/ld+json"
      // A text that the browser has from the markup may be written another way.
      suppressHydrationWarning
      dangerouslySetInnerHTML={useTrustedHtml(json)}
    />
  );
}

function breadcrumbs(trail: Crumb[], { title, canonical = '/' }: Head, origin: string): object {
  const steps = [{ label: 'Home', href: '/' }, ...trail, { label: title, href: canonical }];
  return {
    '@type': 'BreadcrumbList',
    itemListElement: steps.map(({ label, href }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name: label,
      item: new URL(href, origin).href,
    })),
  };
}
