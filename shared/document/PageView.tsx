import { pageStatus } from '../content-error.ts';
import { type Crumb, type Page, queryOf, verdictOf } from '../page.ts';
import { useLoaderData, useLocation } from '../router.ts';
import { Block } from '../ui/Block.tsx';
import { Breadcrumbs } from '../ui/Breadcrumbs.tsx';
import { ErrorView } from './ErrorView.tsx';
import { FeedLink } from './FeedLink.tsx';
import { NotFound } from './NotFound.tsx';
import { PageHead } from './PageHead.tsx';
import { useRoot } from './root.ts';
import { useShownError } from './shown-error.ts';

/** A page: its head, the way to it, its screen, and the error view where not one of its blocks could be had. */
export function PageView({ page }: { page: Page }) {
  const data = useLoaderData<object>();
  const { site, origin } = useRoot();
  const { pathname, search } = useLocation();
  const query = queryOf(page, new URLSearchParams(search));
  if (!page.loaded) throw new Error(`the view of ${page.id} is not loaded`);
  const { head, Screen } = page.loaded;
  const own = head(data, { site, origin, query, page });
  const trail = [...listsAbove(page), ...(own.trail ?? [])];
  const nothing = verdictOf(data);
  return (
    <>
      <PageHead head={own} trail={trail} />
      {page.feed && <FeedLink title={`${page.label} of ${site.name}`} href={`${page.path}/feed.xml`} />}
      {trail.length > 0 && <Breadcrumbs trail={trail} />}
      {/* Another page begins anew, although its screen is the same: nothing of the one before stays in it. */}
      <Screen key={pathname} data={data} page={page} />
      {nothing && (
        <Block name="nothing" of={nothing} fallback={null}>
          {(isNothing) => isNothing && <ErrorView />}
        </Block>
      )}
    </>
  );
}

const listsAbove = ({ parent }: Page): Crumb[] => (parent ? [{ label: parent.label ?? '', href: parent.path }] : []);

/** What stands in a page's place when it could not be made. */
export function PageError() {
  const missing = pageStatus(useShownError()) === 404;
  return (
    <>
      <PageHead head={{ title: missing ? NotFound.title : ErrorView.title, index: false }} />
      {missing ? <NotFound /> : <ErrorView />}
    </>
  );
}
