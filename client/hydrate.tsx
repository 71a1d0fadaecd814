import { startTransition, useEffect } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { Hydration } from '../shared/hydration.tsx';
import { queryOf } from '../shared/page.ts';
import { createBrowserRouter, createPath, matchRoutes, RouterProvider } from '../shared/router.ts';
import { createRoutes, loadPage, loadView } from '../shared/routes.tsx';
import { createDefaultPolicy } from '../shared/trusted-html.ts';
import { reloadWhenChanged } from './dev-reload.ts';
import { followForms } from './navigation/follow-forms.ts';
import { followLinks } from './navigation/follow-links.ts';
import { prefetchLinks } from './navigation/prefetch-links.ts';
import { BAR_HTML } from './navigation/progress-bar.ts';
import { readHydrationData } from './read-hydration-data.ts';
import { createRouteLoaders } from './route-loaders.ts';
import { fallBackToServerHtml, saveServerHtml } from './server-html.ts';
import { HYDRATED } from './start-events.ts';
import { local } from './storage.ts';
import { tolerateDomChanges } from './tolerate-dom-changes.ts';

/* The entry: hydrates the server's HTML. */

/** Aborted when the page falls back to the server's HTML. */
const scripts = new AbortController();

// React writes the first text to create a script element and the second to empty an element, NProgress the third.
createDefaultPolicy(['<script></script>', '', BAR_HTML]);
tolerateDomChanges();
hydrate().catch((error) => fallBackToServerHtml(error, scripts));
if (process.env.NODE_ENV === 'development') reloadWhenChanged();

async function hydrate(): Promise<void> {
  let router: ReturnType<typeof createBrowserRouter> | undefined;
  const loaders = createRouteLoaders(() => {
    const next = router?.state.navigation.location;
    return next ? createPath(next) : location.href;
  });
  const routes = createRoutes(loaders);
  const matches = matchRoutes(routes, location) ?? [];

  // Before hydration: a missing view would suspend the hydration of the whole page.
  await Promise.all(matches.map(({ route: { handle } }) => handle && loadView(handle, loaders)));

  const hydrationData = readHydrationData((id) => {
    const match = matches.find(({ route }) => route.id === id);
    if (!match?.route.handle) throw new Error(`no page ${id}`);
    const query = queryOf(match.route.handle, new URLSearchParams(location.search));
    return loadPage(match.route.handle, loaders, { params: match.params, query });
  });
  router = createBrowserRouter(routes, { hydrationData });
  followLinks(router, scripts.signal);
  followForms(router, scripts.signal);
  prefetchLinks(routes, scripts.signal);

  let isHydrated = false;
  const setHydrated = () => {
    isHydrated = true;
    document.dispatchEvent(new Event(HYDRATED));
  };
  const restoreServerHtml = saveServerHtml([document.head, document.body]);
  const page = (
    <Hydration value={{ scripts: null, isHydrated: () => isHydrated }}>
      <RouterProvider router={router} />
      <Locale />
      <AfterHydration run={setHydrated} />
    </Hydration>
  );
  // In a transition React hydrates in slices: the page answers the visitor in between.
  startTransition(() => {
    hydrateRoot(document, page, {
      // Something changed the HTML before hydration, or a block failed to render on the server.
      onRecoverableError: (error) => console.error('a part of the page was rendered anew:', error),
      onUncaughtError(error) {
        restoreServerHtml();
        fallBackToServerHtml(error, scripts);
      },
    });
  });
}

/** Reads the chosen language from local storage (docs/specification.md). So far there is one language. */
function Locale() {
  useEffect(() => {
    document.documentElement.dataset.locale = local.read('locale') ?? 'en';
  }, []);
  return null;
}

/** Calls `run` in an effect, which follows the effects of the elements before it. */
function AfterHydration({ run }: { run: () => void }) {
  useEffect(run, [run]);
  return null;
}
