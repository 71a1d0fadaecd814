import type { RouteObject } from '../../shared/router.ts';
import { pageAddress } from './link-address.ts';

interface FormRouter {
  navigate(to: string): Promise<void>;
  readonly routes: RouteObject[];
}

/** Submits the site's GET forms without a page load. The address has the filled fields only. */
export function followForms(router: FormRouter, signal: AbortSignal): void {
  const onSubmit = (event: SubmitEvent) => {
    const form = event.target;
    if (event.defaultPrevented || !(form instanceof HTMLFormElement) || form.method !== 'get') return;
    const url = new URL(form.action);
    const fields = [...new FormData(form)].flatMap(([name, value]): [string, string][] =>
      typeof value === 'string' && value.trim() !== '' ? [[name, value.trim()]] : [],
    );
    url.search = new URLSearchParams(fields).toString();
    const to = pageAddress(url, router.routes);
    if (to === undefined) return;
    event.preventDefault();
    void router.navigate(to);
  };
  document.addEventListener('submit', onSubmit, { signal });
}
