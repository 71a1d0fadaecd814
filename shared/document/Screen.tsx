import { type ComponentType, Suspense, use } from 'react';
import { pageStatus } from '../content-error.ts';
import { blocksOf, type Deferred, isNothing, type Page, queryOf } from '../page.ts';
import { useLoaderData, useLocation, useRouteError } from '../router.ts';
import { ErrorView } from './ErrorView.tsx';
import { NotFound } from './NotFound.tsx';
import { PageHead } from './PageHead.tsx';
import { useRoot } from './root.ts';

/** A page: its head, its content, and the error view where not one of its blocks could be had. */
export function Screen({ page, Content }: { page: Page; Content: ComponentType<{ data: object }> }) {
  const data = useLoaderData<object>();
  const { site, origin } = useRoot();
  const query = queryOf(page, new URLSearchParams(useLocation().search));
  const blocks = blocksOf(data);
  return (
    <>
      <PageHead head={page.head(data, { site, origin, query })} />
      <Content data={data} />
      {blocks.length > 0 && blocks.length === Object.keys(data).length && (
        <Suspense fallback={null}>
          <Nothing blocks={blocks.map(([, block]) => block)} data={data} />
        </Suspense>
      )}
    </>
  );
}

function Nothing({ blocks, data }: { blocks: Deferred<unknown>[]; data: object }) {
  for (const block of blocks) if (!block.settled) use(block.promise);
  return isNothing(data) ? <ErrorView /> : null;
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
