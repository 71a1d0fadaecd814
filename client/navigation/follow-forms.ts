import type { Navigate } from '../../shared/shown-page.ts';
import { pageAddress } from './link-address.ts';

/** Submits the site's GET forms without a page load. The address has the filled fields only. */
export function followForms({ navigate }: { navigate: Navigate }, signal: AbortSignal): void {
  const onSubmit = (event: SubmitEvent) => {
    const form = event.target;
    if (event.defaultPrevented || !(form instanceof HTMLFormElement) || form.method !== 'get') return;
    const url = new URL(form.action);
    const fields = [...new FormData(form)].flatMap(([name, value]): [string, string][] =>
      typeof value === 'string' && value.trim() !== '' ? [[name, value.trim()]] : [],
    );
    url.search = new URLSearchParams(fields).toString();
    const to = pageAddress(url);
    if (to === undefined) return;
    event.preventDefault();
    void navigate(to);
  };
  document.addEventListener('submit', onSubmit, { signal });
}
