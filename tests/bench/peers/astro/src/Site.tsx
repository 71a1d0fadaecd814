// @ts-nocheck Foyer's components are copied to where they are imported from when the peer is built.
import { FeedLink } from '../foyer/document/FeedLink.tsx';
import { Layout } from '../foyer/document/Layout.tsx';
import { PageHead } from '../foyer/document/PageHead.tsx';
import { Shown } from '../foyer/router.ts';
import { Breadcrumbs } from '../foyer/ui/Breadcrumbs.tsx';

/* The two halves of Foyer's PageView: Astro has the document, with a head of its own. */

export function Head({ page, view, path, root, data }) {
  const { head, breadcrumbs } = headOf({ page, view, root, data });
  return (
    <Shown value={{ path, root, data, screen: null }}>
      <PageHead head={head} breadcrumbs={breadcrumbs} />
      <link rel="icon" href={root.site.favicon?.location} />
      <FeedLink title={root.site.name} href="/feed.xml" />
      {page.feed && <FeedLink title={`${page.label} of ${root.site.name}`} href={`${page.path}/feed.xml`} />}
    </Shown>
  );
}

export function Body({ page, view, path, root, data }) {
  const { breadcrumbs } = headOf({ page, view, root, data });
  const screen = (
    <>
      {breadcrumbs.length > 0 && <Breadcrumbs breadcrumbs={breadcrumbs} />}
      <view.Screen data={data} page={page} />
    </>
  );
  return (
    <Shown value={{ path, root, data, screen }}>
      <Layout />
    </Shown>
  );
}

function headOf({ page, view, root, data }) {
  const head = view.head(data, { site: root.site, origin: root.origin, query: {}, page });
  const { parent } = page;
  const above = parent ? [{ label: parent.label, href: parent.path }] : [];
  return { head, breadcrumbs: [...above, ...(head.breadcrumbs ?? [])] };
}
