import { type Locales, loadMessages } from '@foyer/model';
import { matchAddress } from '../../shared/match-page.ts';
import { queryOf, type ScreenSettings, screenOf } from '../../shared/page.ts';
import { apiOfScreens, prefetchApi } from '../fetch-api.ts';
import { linkAddress } from './link-address.ts';
import { loadStyles } from './screen-styles.ts';

/** A pointer that stays on a link for this time counts as intent to click. */
const HOVER_DELAY_MS = 80;

interface Prefetched {
  locales: Locales;
  site: ScreenSettings;
}

/** Loads data and view of a link's page before the click: once for each address, and never if the browser saves data. */
export function prefetchLinks({ locales, site }: Prefetched, signal: AbortSignal): void {
  if (savesData()) return;
  const prefetched = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  const prefetch = ({ target }: Event) => {
    const anchor = target instanceof Element ? target.closest<HTMLAnchorElement | SVGAElement>('a[href]') : null;
    const to = anchor && linkAddress(anchor, locales);
    if (!to || prefetched.has(to) || to === location.pathname + location.search) return;
    prefetched.add(to);
    const url = new URL(to, location.href);
    const match = matchAddress(url.pathname, locales);
    if (!match) return;
    const { page, params, locale } = match;
    const ignoreFailure = () => {
      // After a click the page is loaded again, and its error view is shown.
    };
    const view = page.view();
    view.catch(ignoreFailure);
    loadStyles(screenOf(page)).catch(ignoreFailure);
    loadMessages(locale).catch(ignoreFailure);
    const query = queryOf(page, url.searchParams);
    const api = apiOfScreens(prefetchApi(locale), site);
    Promise.resolve(page.load({ api, params, query, view, site })).catch(ignoreFailure);
  };

  const onPointerOver = (event: PointerEvent) => {
    clearTimeout(timer);
    if (event.pointerType === 'mouse') timer = setTimeout(() => prefetch(event), HOVER_DELAY_MS);
  };
  document.addEventListener('pointerover', onPointerOver, { signal });
  for (const end of ['pointerout', 'click'])
    document.addEventListener(end, () => clearTimeout(timer), { capture: true, signal });
  document.addEventListener('focusin', prefetch, { signal });
  document.addEventListener('touchstart', prefetch, { passive: true, signal });
}

function savesData(): boolean {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } };
  return connection?.saveData === true;
}
