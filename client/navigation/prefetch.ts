import { queryOf } from '../../shared/page.ts';
import { matchRoutes, type RouteObject } from '../../shared/router.ts';
import { fetchAhead } from '../fetch-api.ts';
import { clientAddress } from './links.ts';

/** A pointer that rests on a link for so long means it. */
const INTENT = 80;

/** Loads what a link leads to, data and screen, before it is followed: once, and never for who saves data. */
export function prefetchLinks(routes: RouteObject[], signal: AbortSignal): void {
  if (savesData()) return;
  const done = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  const prefetch = ({ target }: Event) => {
    const anchor = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null;
    const to = anchor && clientAddress(anchor, routes);
    if (!to || done.has(to) || to === location.pathname + location.search) return;
    done.add(to);
    const url = new URL(to, location.href);
    const match = matchRoutes(routes, url.pathname)?.at(-1);
    const page = match?.route.handle;
    if (!page) return;
    const failed = () => {
      // Whoever follows the link will be told.
    };
    const view = page.view();
    view.catch(failed);
    const query = queryOf(page, url.searchParams);
    Promise.resolve(page.load({ api: fetchAhead, params: match.params, query, view })).catch(failed);
  };

  const rest = (event: PointerEvent) => {
    clearTimeout(timer);
    if (event.pointerType === 'mouse') timer = setTimeout(() => prefetch(event), INTENT);
  };
  document.addEventListener('pointerover', rest, { signal });
  for (const end of ['pointerout', 'click'])
    document.addEventListener(end, () => clearTimeout(timer), { capture: true, signal });
  document.addEventListener('focusin', prefetch, { signal });
  document.addEventListener('touchstart', prefetch, { passive: true, signal });
}

function savesData(): boolean {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } };
  return connection?.saveData === true;
}
