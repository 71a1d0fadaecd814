import { hydrateRoot } from 'react-dom/client';
import { Hydration, readState } from '../shared/hydration.tsx';
import { createBrowserRouter, createPath, matchRoutes, RouterProvider } from '../shared/router.ts';
import { createRoutes } from '../shared/routes.tsx';
import { createHost } from './host.ts';
import { announceArrival } from './navigation/arrival.ts';
import { followLinks } from './navigation/links.ts';
import { local } from './storage.ts';

/* The entry: takes up the page where the server left it. */

let router: ReturnType<typeof createBrowserRouter> | undefined;
const host = createHost(() => {
  const next = router?.state.navigation.location;
  return next ? createPath(next) : location.href;
});
const routes = createRoutes(host);
const matches = matchRoutes(routes, location) ?? [];

// A screen that were still to be loaded would suspend the hydration of everything around it.
await Promise.all(
  matches.map(async ({ route }) => {
    if (typeof route.lazy !== 'object' || !route.lazy.element) return;
    Object.assign(route, { element: await route.lazy.element(), lazy: undefined });
  }),
);

const { assets, ...hydrationData } = readState((id) => {
  const match = matches.find(({ route }) => route.id === id);
  if (!match?.route.handle) throw new Error(`no page ${id}`);
  return host.load(match.route.handle, new Request(location.href), match.params);
});

router = createBrowserRouter(routes, { hydrationData });
followLinks(router);

let shown = router.state.location;
router.subscribe(({ navigation, location: now }) => {
  if (navigation.state !== 'idle' || now === shown) return;
  const jump = now.pathname === shown.pathname && now.search === shown.search;
  shown = now;
  if (!jump) announceArrival(now.hash);
});

// SPEC 7: the language chosen is kept there; the site is in one language yet.
document.documentElement.dataset.locale = local.read('locale') ?? 'en';

hydrateRoot(
  document,
  <Hydration value={{ assets, state: '' }}>
    <RouterProvider router={router} />
  </Hydration>,
);
