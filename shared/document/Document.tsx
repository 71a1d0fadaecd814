import { type ReactNode, useContext } from 'react';
import { Hydration, HydrationScripts } from '../hydration.tsx';
import { useRoot } from '../shown-page.ts';
import { FeedLink } from './FeedLink.tsx';
import { Layout } from './Layout.tsx';

/** The HTML document of all pages: head, frame and hydration scripts. */
export function Document() {
  const { bufferedAddress } = useContext(Hydration);
  const { site } = useRoot();
  return (
    <Html
      head={
        <>
          <link rel="icon" href={site.favicon?.location ?? '/favicon.ico'} />
          <FeedLink title={site.name} href="/feed.xml" />
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
  const { css } = useContext(Hydration);
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        {/* With href and precedence React keeps the server's element, also if it renders the document anew. */}
        <style href="site" precedence="default">
          {css}
        </style>
        {head}
      </head>
      <body>{children}</body>
    </html>
  );
}
