import type { Locales } from '@foyer/model';
import type { Navigate } from '../../shared/shown-page.ts';
import { pageAddress } from './link-address.ts';

/**
 * Submits the site's GET forms without a page load. The address has the filled fields only. Values that are chosen wait for the
 * button: arrow keys choose one after another.
 */
export function followForms({ navigate }: { navigate: Navigate }, locales: Locales, signal: AbortSignal): void {
  /** @returns whether the form leads to a page of this site */
  const follow = (form: HTMLFormElement): boolean => {
    if (form.method !== 'get') return false;
    const url = new URL(form.action);
    const fields = [...new FormData(form)].flatMap(([name, value]): [string, string][] =>
      typeof value === 'string' && value.trim() !== '' ? [[name, value.trim()]] : [],
    );
    url.search = new URLSearchParams(fields).toString();
    const to = pageAddress(url, locales);
    // A list that its own form narrows stays where it is in the window.
    if (to !== undefined) void navigate(to, { keepScroll: url.pathname === location.pathname });
    return to !== undefined;
  };
  const onSubmit = (event: SubmitEvent) => {
    const form = event.target;
    if (!event.defaultPrevented && form instanceof HTMLFormElement && follow(form)) event.preventDefault();
  };
  document.addEventListener('submit', onSubmit, { signal });
}
