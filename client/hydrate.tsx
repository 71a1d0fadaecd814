import { useEffect } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { Hydration } from '../shared/hydration.tsx';
import { queryOf } from '../shared/page.ts';
import { createBrowserRouter, createPath, matchRoutes, RouterProvider } from '../shared/router.ts';
import { createRoutes, loadPage, loadView } from '../shared/routes.tsx';
import { trustOnly } from '../shared/trusted-html.ts';
import { reloadWhenChanged } from './dev-reload.ts';
import { tolerateForeignChanges } from './foreign-changes.ts';
import { createHost } from './host.ts';
import { followForms } from './navigation/forms.ts';
import { followLinks } from './navigation/links.ts';
import { prefetchLinks } from './navigation/prefetch.ts';
import { BAR } from './navigation/progress.ts';
import { readPageData } from './page-data.ts';
import { restorer, stayAsSent } from './stay-as-sent.ts';
import { local } from './storage.ts';

/* The entry: takes up the page where the server left it. */

/** Aborted where the page is left to the browser. */
const ended = new AbortController();

// React makes every script element of the first one, and empties with the second.
trustOnly(['<script></script>', '', BAR]);
tolerateForeignChanges();
hydrate().catch((error) => stayAsSent(error, ended));
if (process.env.NODE_ENV === 'development') reloadWhenChanged();

async function hydrate(): Promise<void> {
  let router: ReturnType<typeof createBrowserRouter> | undefined;
  const host = createHost(() => {
    const next = router?.state.navigation.location;
    return next ? createPath(next) : location.href;
  });
  const routes = createRoutes(host);
  const matches = matchRoutes(routes, location) ?? [];

  // A view that were still to be loaded would suspend the hydration of everything around it.
  await Promise.all(matches.map(({ route: { handle } }) => handle && loadView(handle, host)));

  const { assets, ...hydrationData } = readPageData((id) => {
    const match = matches.find(({ route }) => route.id === id);
    if (!match?.route.handle) throw new Error(`no page ${id}`);
    const query = queryOf(match.route.handle, new URLSearchParams(location.search));
    return loadPage(match.route.handle, host, { params: match.params, query });
  });
  router = createBrowserRouter(routes, { hydrationData });
  followLinks(router, ended.signal);
  followForms(router, ended.signal);
  prefetchLinks(routes, ended.signal);

  let isHydrated = false;
  const hydrated = () => {
    isHydrated = true;
  };
  const restore = restorer([document.head, document.body]);
  hydrateRoot(
    document,
    <Hydration value={{ assets, island: null, isHydrated: () => isHydrated }}>
      <RouterProvider router={router} />
      <Locale />
      <Effect run={hydrated} />
    </Hydration>,
    {
      // Something changed the page before the scripts ran, or the server could not render a block.
      onRecoverableError: (error) => console.error('a part of the page was rendered anew:', error),
      onUncaughtError(error) {
        restore();
        stayAsSent(error, ended);
      },
    },
  );
}

/** SPEC 7: the language that was chosen is kept in local storage; there is one language yet. */
function Locale() {
  useEffect(() => {
    document.documentElement.dataset.locale = local.read('locale') ?? 'en';
  }, []);
  return null;
}

/** Runs after the effects of all that stands before it. */
function Effect({ run }: { run: () => void }) {
  useEffect(run, [run]);
  return null;
}
