import { type ReactNode, useContext } from 'react';
import { Entry, Hydration } from '../hydration.tsx';
import { ScrollRestoration } from '../router.ts';
import { FeedLink } from './FeedLink.tsx';
import { Layout } from './Layout.tsx';
import { useRoot } from './root.ts';

/** Jumps within a page have no key of their own. */
const placeOf = ({ key, hash }: { key: string; hash: string }) => (key === 'default' ? key + hash : key);

export function Document() {
  const { refresh } = useContext(Hydration);
  const { site, theme } = useRoot();
  return (
    <Html
      theme={theme}
      head={
        <>
          <link rel="icon" href={site.favicon?.location ?? '/favicon.ico'} />
          <FeedLink title={site.name} href="/feed.xml" />
          {/* A streamed block is moved into its place by a script: without scripts, ask for the page in one piece. */}
          <noscript>{refresh && <meta httpEquiv="refresh" content={`0;url=${refresh}`} />}</noscript>
        </>
      }
    >
      <Layout />
      <ScrollRestoration getKey={placeOf} />
      <Entry />
    </Html>
  );
}

interface HtmlProps {
  theme?: string;
  /** What the head holds beside the styles. */
  head: ReactNode;
  children: ReactNode;
}

export function Html({ theme, head, children }: HtmlProps) {
  const { assets } = useContext(Hydration);
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <link rel="stylesheet" href={assets.style} />
        {theme && <link rel="stylesheet" href={theme} />}
        {head}
      </head>
      <body>{children}</body>
    </html>
  );
}
