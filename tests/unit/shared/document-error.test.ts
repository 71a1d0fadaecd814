import { createElement as element } from 'react';
import { renderToString } from 'react-dom/server';
import {
  createStaticHandler,
  createStaticRouter,
  type StaticHandlerContext,
  StaticRouterProvider,
} from 'react-router-dom';
import { expect, it } from 'vitest';
import { ROOT } from '../../../shared/document/root.ts';
import { Hydration } from '../../../shared/hydration.tsx';
import { createRoutes } from '../../../shared/routes.tsx';

const never = () => Promise.reject(new Error('not loaded'));

it.each([
  ['nothing was loaded', {}],
  ['the data of the frame is nonsense', { [ROOT]: 5 }],
])('the document has an error view of its own where %s', (_, loaderData) => {
  const { dataRoutes } = createStaticHandler(createRoutes({ loadRoot: never, loadData: never, loadView: never }));
  const [root] = dataRoutes;
  if (!root) throw new Error('no root');
  const context: StaticHandlerContext = {
    basename: '/',
    location: { pathname: '/blogs', search: '?page=2', hash: '', state: null, key: 'default' },
    matches: [{ route: root, params: {}, pathname: '/', pathnameBase: '/' }],
    loaderData,
    actionData: null,
    errors: { [ROOT]: new Error('a fault of the frame') },
    statusCode: 500,
    loaderHeaders: {},
    actionHeaders: {},
  };
  const html = renderToString(
    element(
      Hydration,
      { value: { css: 'main{margin:0}' } },
      element(StaticRouterProvider, { router: createStaticRouter(dataRoutes, context), context, hydrate: false }),
    ),
  );
  expect(html).toContain('Sorry error occured!!!');
  expect(html).toContain('<style data-precedence="default" data-href="site">main{margin:0}</style>');
  expect(html).toContain('href="/blogs?page=2"');
  expect(html).toContain('href="/"');
  expect(html).not.toMatch(/a fault of the frame|Unexpected Application Error|<pre/);
});
