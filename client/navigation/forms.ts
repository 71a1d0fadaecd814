import type { RouteObject } from '../../shared/router.ts';
import { screenAddress } from './links.ts';

interface Navigator {
  navigate(to: string): Promise<void>;
  readonly routes: RouteObject[];
}

/** Plain GET forms of the site, without a full reload: the address says what was asked for, and nothing of what was left empty. */
export function followForms(router: Navigator, signal: AbortSignal): void {
  const follow = (event: SubmitEvent) => {
    const form = event.target;
    if (event.defaultPrevented || !(form instanceof HTMLFormElement) || form.method !== 'get') return;
    const url = new URL(form.action);
    const fields = [...new FormData(form)].flatMap(([name, value]): [string, string][] =>
      typeof value === 'string' && value.trim() !== '' ? [[name, value.trim()]] : [],
    );
    url.search = new URLSearchParams(fields).toString();
    const to = screenAddress(url, router.routes);
    if (to === undefined) return;
    event.preventDefault();
    void router.navigate(to);
  };
  document.addEventListener('submit', follow, { signal });
}
