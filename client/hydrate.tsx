import { loadMessages } from '@foyer/model';
import { startTransition, useEffect } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { Hydration } from '../shared/hydration.tsx';
import { loadPage, loadView } from '../shared/load-page.ts';
import { matchAddress } from '../shared/match-page.ts';
import { queryOf } from '../shared/page.ts';
import { local } from '../shared/storage.ts';
import { createDefaultPolicy } from '../shared/trusted-html.ts';
import { reloadWhenChanged } from './dev-reload.ts';
import { followForms } from './navigation/follow-forms.ts';
import { followLinks } from './navigation/follow-links.ts';
import { prefetchLinks } from './navigation/prefetch-links.ts';
import { BAR_HTML, loadBarLater } from './navigation/progress-bar.ts';
import { RoutedSite } from './navigation/RoutedSite.tsx';
import { currentLocation, Router } from './navigation/router.ts';
import { suggestWhileTyping } from './navigation/suggest-while-typing.ts';
import { createPageLoaders } from './page-loaders.ts';
import { readHydrationData } from './read-hydration-data.ts';
import { fallBackToServerHtml, saveServerHtml } from './server-html.ts';
import { HYDRATED } from './start-events.ts';
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
  let navigation: Router | undefined;
  const loaders = createPageLoaders(() => navigation?.destination ?? location.href);
  const data = readHydrationData(() => loadPage(page, loaders, { locale, params, query, site: data.root.site }));
  const { locale, locales } = data.root;
  const exported = data.root.exported && (await import('./exported-site.ts')).openExportedSite(data);
  const current = exported ? exported.location : currentLocation();
  const match = matchAddress(current.pathname, locales);
  if (!match) throw new Error('the page has no route');
  const { page, params } = match;
  const query = queryOf(page, new URLSearchParams(current.search));

  // Before hydration: a missing view would suspend the hydration of the whole page.
  await Promise.all([loadView(page, loaders), loadMessages(locale)]);

  const router = new Router({ location: current, page, ...data }, loaders, scripts.signal);
  navigation = router;
  followLinks(router, locales, scripts.signal);
  followForms(router, locales, scripts.signal);
  prefetchLinks(data.root, scripts.signal);

  let isHydrated = false;
  const setHydrated = () => {
    isHydrated = true;
    document.dispatchEvent(new Event(HYDRATED));
    // Suggestions are elements beside React's: before hydration they would be a mismatch.
    suggestWhileTyping(router, locales, scripts.signal);
    loadBarLater();
    exported?.onHydrated(router);
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

/** Reads the chosen language from local storage (docs/specification.md), and stores the choice of a visitor who uses the switch. */
function Locale() {
  useEffect(() => {
    document.documentElement.dataset.locale = local.read('locale') ?? 'en';
    const onClick = ({ target }: MouseEvent) => {
      const link = target instanceof Element ? target.closest<HTMLElement>('a[data-locale]') : null;
      if (link?.dataset.locale) local.write('locale', link.dataset.locale);
    };
    document.addEventListener('click', onClick, { capture: true });
    return () => document.removeEventListener('click', onClick, { capture: true });
  }, []);
  return null;
}

/** Calls `run` in an effect, which follows the effects of the elements before it. */
function AfterHydration({ run }: { run: () => void }) {
  useEffect(run, [run]);
  return null;
}
