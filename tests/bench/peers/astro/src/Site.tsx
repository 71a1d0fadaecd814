import type { Shown } from '../content.ts';
import { FeedLink } from '../foyer/document/FeedLink.tsx';
import { Layout } from '../foyer/document/Layout.tsx';
import type { Page } from '../foyer/page.ts';
import { ShownPageContext } from '../foyer/shown-page.ts';

interface SiteProps extends Shown {
  page: Page;
  view: object;
}

export function Site({ page, view, ...shown }: SiteProps) {
  page.loadedView = view as never;
  const { site } = shown.root;
  return (
    <ShownPageContext value={{ page, ...shown }}>
      <link rel="icon" href={site.favicon?.location} />
      <FeedLink title={site.name} href="/feed.xml" />
      <Layout />
    </ShownPageContext>
  );
}
