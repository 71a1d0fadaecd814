import { pageStatus } from '../content-error.ts';
import { type Page, queryOf, verdictOf } from '../page.ts';
import { useLoaderData, useLocation, useRouteError } from '../router.ts';
import { Block } from '../ui/Block.tsx';
import { ErrorView } from './ErrorView.tsx';
import { NotFound } from './NotFound.tsx';
import { PageHead } from './PageHead.tsx';
import { useRoot } from './root.ts';

/** A page: its head, its screen, and the error view where not one of its blocks could be had. */
export function PageView({ page }: { page: Page }) {
  const data = useLoaderData<object>();
  const { site, origin } = useRoot();
  const query = queryOf(page, new URLSearchParams(useLocation().search));
  const nothing = verdictOf(data);
  return (
    <>
      <PageHead head={page.head(data, { site, origin, query })} />
      {page.Screen && <page.Screen data={data} />}
      {nothing && (
        <Block name="nothing" of={nothing} fallback={null}>
          {(isNothing) => isNothing && <ErrorView />}
        </Block>
      )}
    </>
  );
}

/** What stands in a page's place when it could not be made. */
export function PageError() {
  const missing = pageStatus(useRouteError()) === 404;
  return (
    <>
      <PageHead head={{ title: missing ? NotFound.title : ErrorView.title, index: false }} />
      {missing ? <NotFound /> : <ErrorView />}
    </>
  );
}
