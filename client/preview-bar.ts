/*
 * The script of the preview's bar. The bar is made for the page that the server sent, so here every link, form and choice that
 * leads to another page loads it: the router does not get to see them. Without this script the bar works too.
 */

const isElsewhere = ({ origin, pathname, search }: URL): boolean =>
  origin !== location.origin || pathname + search !== location.pathname + location.search;

function onClick(event: MouseEvent): void {
  const anchor = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]') : null;
  if (!anchor || 'scripted' in anchor.dataset || !URL.canParse(anchor.href)) return;
  const { pathname } = new URL(anchor.href);
  // Pictures open in the page's viewer.
  if (isElsewhere(new URL(anchor.href)) && !pathname.startsWith('/media/')) event.stopImmediatePropagation();
}

function onChange(event: Event): void {
  const { target } = event;
  if (!(target instanceof HTMLSelectElement) || target.form?.method !== 'get') return;
  event.stopImmediatePropagation();
  target.form.requestSubmit();
}

addEventListener('click', onClick, { capture: true });
addEventListener('submit', (event) => event.stopImmediatePropagation(), { capture: true });
addEventListener('change', onChange, { capture: true });

/** Room for the bar at the end of the page, and beside what has the focus. */
const bar = document.querySelector('foyer-preview > section');
if (bar instanceof HTMLElement) {
  new ResizeObserver(() => {
    document.documentElement.style.setProperty('--preview-bar', `${bar.offsetHeight}px`);
  }).observe(bar);
}

export {};
