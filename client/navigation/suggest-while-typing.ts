import type { Locales } from '@foyer/model';
import type { Navigate } from '../../shared/shown-page.ts';

/** Loads the suggestions of a search box (client/suggestions.ts) when a visitor first uses one, on a hydrated page. Without them it is a plain form. */
export function suggestWhileTyping({ navigate }: { navigate: Navigate }, locales: Locales, signal: AbortSignal): void {
  const onFocus = () => {
    const input = document.activeElement;
    if (!(input instanceof HTMLInputElement) || !('suggest' in input.dataset)) return;
    import('../suggestions.ts').then(({ suggest }) => suggest(input, navigate, locales)).catch(() => {});
  };
  document.addEventListener('focusin', onFocus, { signal });
  // The visitor may be in a box before the page is hydrated.
  onFocus();
}
