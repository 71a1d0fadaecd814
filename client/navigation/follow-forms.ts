import type { Locales } from '@foyer/model';
import type { Navigate, NavigateOptions } from '../../shared/shown-page.ts';
import { pageAddress } from './link-address.ts';

/** Submits the site's GET forms without a page load, at once when a value is chosen. The address has the filled fields only. */
export function followForms({ navigate }: { navigate: Navigate }, locales: Locales, signal: AbortSignal): void {
  /** @returns whether the form leads to a page of this site */
  const follow = (form: HTMLFormElement, options?: NavigateOptions): boolean => {
    if (form.method !== 'get') return false;
    const url = new URL(form.action);
    const fields = [...new FormData(form)].flatMap(([name, value]): [string, string][] =>
      typeof value === 'string' && value.trim() !== '' ? [[name, value.trim()]] : [],
    );
    url.search = new URLSearchParams(fields).toString();
    const to = pageAddress(url, locales);
    if (to !== undefined) void navigate(to, options);
    return to !== undefined;
  };
  const onSubmit = (event: SubmitEvent) => {
    const form = event.target;
    if (!event.defaultPrevented && form instanceof HTMLFormElement && follow(form)) event.preventDefault();
  };
  // Focus and scroll position stay: no change of context (WCAG 3.2.2).
  const onChange = ({ target }: Event) => {
    if (target instanceof HTMLSelectElement && target.form) follow(target.form, { focus: target.id, keepScroll: true });
  };
  document.addEventListener('submit', onSubmit, { signal });
  document.addEventListener('change', onChange, { signal });
}
