import { type ReactNode, useContext } from 'react';
import { Hydration, HydrationScripts } from '../hydration.tsx';
import { useHref, useRoot } from '../shown-page.ts';
import { FeedLink } from './FeedLink.tsx';
import { Layout } from './Layout.tsx';

/** The HTML document of all pages: head, frame and hydration scripts. */
export function Document() {
  const { bufferedAddress } = useContext(Hydration);
  const { site, isSearchOff } = useRoot();
  const href = useHref();
  return (
    <Html
      head={
        <>
          <FeedLink title={site.name} href={href('/feed.xml')} />
          {!isSearchOff && (
            <link
              rel="search"
              type="application/opensearchdescription+xml"
              title={site.name}
              href={href('/opensearch.xml')}
            />
          )}
          {/* Scripts move streamed blocks into place. Browsers without scripts request the buffered page instead. */}
          <noscript>{bufferedAddress && <meta httpEquiv="refresh" content={`0;url=${bufferedAddress}`} />}</noscript>
        </>
      }
    >
      <Layout />
      <HydrationScripts />
    </Html>
  );
}

interface HtmlProps {
  /** Additional elements of the head. */
  head: ReactNode;
  children: ReactNode;
}

/** The html element, with the styles. */
export function Html({ head, children }: HtmlProps) {
  const { styles = [] } = useContext(Hydration);
  const { locale } = useRoot();
  return (
    <html lang={locale}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        {styles.map(({ css, href, precedence }) => (
          <style key={href} href={href} precedence={precedence}>
            {css}
          </style>
        ))}
        {head}
      </head>
      <body>{children}</body>
    </html>
  );
}
