import { serialise } from '../hydration.tsx';
import type { Head } from '../page.ts';
import { useRoot } from './root.ts';

/** A page's part of the head; React puts it there. It may not stand in a suspended block, whose tags would land in the body. */
export function PageHead({ head }: { head: Head }) {
  const { site, origin, indexable } = useRoot();
  const title =
    head.title === undefined ? [site.name, site.tagline].filter(Boolean).join(' – ') : `${head.title} | ${site.name}`;
  const url = head.canonical === undefined ? undefined : new URL(head.canonical, origin).href;
  const picture = head.picture ?? site.picture;
  return (
    <>
      <title>{title}</title>
      {head.description && <meta name="description" content={head.description} />}
      {(head.index === false || !indexable) && <meta name="robots" content="noindex" />}
      {url && <link rel="canonical" href={url} />}
      {url && <meta property="og:url" content={url} />}
      <meta property="og:title" content={head.title ?? site.name} />
      <meta property="og:type" content={head.type ?? 'website'} />
      <meta property="og:site_name" content={site.name} />
      {head.description && <meta property="og:description" content={head.description} />}
      {picture && <meta property="og:image" content={new URL(picture.location, origin).href} />}
      {picture?.alt && <meta property="og:image:alt" content={picture.alt} />}
      <meta name="twitter:card" content={picture ? 'summary_large_image' : 'summary'} />
      {head.jsonLd?.map((description) => {
        const json = serialise({ '@context': 'https://schema.org', ...description });
        return <script key={json} type="application/ld+json" dangerouslySetInnerHTML={{ __html: json }} />;
      })}
    </>
  );
}
