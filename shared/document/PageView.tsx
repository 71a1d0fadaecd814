import type { Messages } from '@foyer/messages';
import { pageStatus } from '@foyer/model';
import { ALL_FAILED, allFailedOf } from '../deferred.ts';
import { type Breadcrumb, type Page, queryOf } from '../page.ts';
import { canonicalUrl } from '../page-editions.ts';
import { type ShownPage, useHref, useMessages, useShownPage } from '../shown-page.ts';
import { Block } from '../ui/Block.tsx';
import { Breadcrumbs } from '../ui/Breadcrumbs.tsx';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { ErrorView, useRenderError } from './ErrorView.tsx';
import { FeedLink } from './FeedLink.tsx';
import { NotFound } from './NotFound.tsx';
import { PageHead } from './PageHead.tsx';

/** The page that is shown, or an error view in its place. */
export function PageView() {
  const shown = useShownPage();
  if (shown.error !== undefined) return <PageError error={shown.error} />;
  return (
    <ErrorBoundary shown={shown} renderError={(error) => <PageRenderError error={error} />}>
      <PageContent {...shown} />
    </ErrorBoundary>
  );
}

/** A page: its head, breadcrumbs and screen, and the error view if all of its blocks failed. */
function PageContent(shown: ShownPage) {
  const { page, data, root, location } = shown;
  const { site, origin, locale } = root;
  const m = useMessages();
  const href = useHref();
  const query = queryOf(page, new URLSearchParams(location.search));
  if (!page.loadedView) throw new Error(`the view of ${page.id} is not loaded`);
  const { head: headOf, Screen } = page.loadedView;
  const head = headOf(data, {
    site,
    origin,
    query,
    page,
    locale,
    messages: m,
    href,
    canonicalUrl: (path) => canonicalUrl(shown, path),
  });
  const breadcrumbs = [...parentsOf(page, m), ...(head.breadcrumbs ?? [])];
  const allFailed = allFailedOf(data);
  return (
    <>
      <PageHead head={head} breadcrumbs={breadcrumbs} />
      {page.feed && page.label && (
        <FeedLink title={m.labelOf({ label: m[page.label], site: site.name })} href={href(`${page.path}/feed.xml`)} />
      )}
      {breadcrumbs.length > 0 && <Breadcrumbs breadcrumbs={breadcrumbs} />}
      {/* With the key, two pages with the same screen do not share React state. */}
      <Screen key={location.pathname} data={data} page={page} />
      {allFailed && (
        <Block name={ALL_FAILED} data={allFailed} fallback={null}>
          {(haveAllFailed) => haveAllFailed && <ErrorView />}
        </Block>
      )}
    </>
  );
}

const parentsOf = ({ parent }: Page, m: Messages): Breadcrumb[] =>
  parent?.label ? [{ label: m[parent.label], href: parent.path }] : [];

/** Replaces a page whose screen failed to render. */
function PageRenderError({ error }: { error: unknown }) {
  useRenderError(error);
  return <PageError error={error} />;
}

/** Replaces a page whose data failed to load. */
function PageError({ error }: { error: unknown }) {
  const m = useMessages();
  const isNotFound = pageStatus(error) === 404;
  return (
    <>
      <PageHead head={{ title: isNotFound ? m.notFoundTitle : m.errorTitle, index: false }} />
      {isNotFound ? <NotFound /> : <ErrorView />}
    </>
  );
}
