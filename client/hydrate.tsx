import { startTransition, useEffect } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { Hydration } from '../shared/hydration.tsx';
import { loadPage, loadView } from '../shared/load-page.ts';
import { matchPage } from '../shared/match-page.ts';
import { queryOf } from '../shared/page.ts';
import { createDefaultPolicy } from '../shared/trusted-html.ts';
import { reloadWhenChanged } from './dev-reload.ts';
import { followForms } from './navigation/follow-forms.ts';
import { followLinks } from './navigation/follow-links.ts';
import { prefetchLinks } from './navigation/prefetch-links.ts';
import { BAR_HTML } from './navigation/progress-bar.ts';
import { RoutedSite } from './navigation/RoutedSite.tsx';
import { currentLocation, Router } from './navigation/router.ts';
import { createPageLoaders } from './page-loaders.ts';
import { readHydrationData } from './read-hydration-data.ts';
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
  let router: Router | undefined;
  const loaders = createPageLoaders(() => router?.destination ?? location.href);
  const current = currentLocation();
  const match = matchPage(current.pathname);
  if (!match) throw new Error('the page has no route');
  const { page, params } = match;

  // Before hydration: a missing view would suspend the hydration of the whole page.
  await loadView(page, loaders);

  const query = queryOf(page, new URLSearchParams(current.search));
  const data = readHydrationData(() => loadPage(page, loaders, { params, query }));
  router = new Router({ location: current, page, ...data }, loaders, scripts.signal);
  followLinks(router, scripts.signal);
  followForms(router, scripts.signal);
  prefetchLinks(scripts.signal);

  let isHydrated = false;
  const setHydrated = () => {
    isHydrated = true;
    document.dispatchEvent(new Event(HYDRATED));
  };
  const restoreServerHtml = saveServerHtml([document.head, document.body]);
  const site = (
    <Hydration value={{ scripts: null, isHydrated: () => isHydrated }}>
      <RoutedSite router={router} />
      <Locale />
      <AfterHydration run={setHydrated} />
    </Hydration>
  );
  // In a transition React hydrates in slices: the page answers the visitor in between.
  startTransition(() => {
    hydrateRoot(document, site, {
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
