import { HYDRATED, NOT_HYDRATED } from './start-events.ts';

/*
 * The inline script of every page. The page is complete without its other scripts, so they load after everything that the
 * visitor sees, or as soon as the visitor uses the page. Links, forms and the menu work before. A click on an element with
 * `data-scripted` (a carousel's controls, an album's pictures) waits for hydration, and is then repeated.
 */

/** The visitor uses the page. Images below the first screen need scripts when the visitor scrolls. */
const USE = ['pointerdown', 'touchstart', 'keydown', 'focusin', 'wheel', 'scroll'];

const { modules = '', streamed } = document.currentScript?.dataset ?? {};
const [entry = '', ...imported] = modules.split(' ');
const waiting: HTMLElement[] = [];
const once = new AbortController();
const currentAddress = () => location.pathname + location.search;
const initialAddress = currentAddress();

function start(): void {
  if (once.signal.aborted) return;
  once.abort();
  // What the entry imports loads beside it. A failure is the entry's to report.
  for (const address of imported) import(address).catch(() => {});
  import(entry).catch((error: unknown) => {
    document.dispatchEvent(new Event(NOT_HYDRATED));
    throw error;
  });
}

function onClick(event: MouseEvent): void {
  const control = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-scripted]') : null;
  if (!control || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  // React may listen already, and would handle the click too.
  event.stopImmediatePropagation();
  waiting.push(control);
  start();
}

/** After a reload, Back may change the address alone: before it, one document had both history entries. */
function reloadElsewhere(): void {
  if (currentAddress() !== initialAddress) location.reload();
}

async function repeatClicks(): Promise<void> {
  document.removeEventListener('click', onClick, true);
  removeEventListener('popstate', reloadElsewhere);
  for (const control of waiting) {
    // React has rendered what the hydration, or the click before, has changed.
    await new Promise((resolve) => setTimeout(resolve));
    control.click();
  }
}

function followLastLink(): void {
  document.removeEventListener('click', onClick, true);
  const link = [...waiting].reverse().find((control) => control instanceof HTMLAnchorElement);
  if (link) location.assign(link.href);
}

/**
 * Pictures below the first wait for React, which does not come. What is inside `noscript` is a text here: of each picture the JPEG takes
 * the place of the placeholder. The browser loads it when it is near.
 */
function showPictures(): void {
  for (const frame of document.querySelectorAll<HTMLElement>('[data-state=waiting], [data-state=loading]')) {
    const image = frame.querySelector('img');
    const text = frame.querySelector('noscript')?.textContent ?? '';
    if (!image || !text) continue;
    const { src } = image;
    image.addEventListener('error', () => (image.src = src), { once: true });
    for (const [, name = '', value = ''] of text.matchAll(/ (src|data-focus-.)="([^"]*)/g))
      image.setAttribute(name, value.replaceAll('&amp;', '&').replaceAll('&#x27;', "'"));
    frame.dataset.state = '';
  }
}

document.addEventListener('click', onClick, true);
addEventListener('popstate', reloadElsewhere);
document.addEventListener(HYDRATED, repeatClicks, { once: true });
document.addEventListener(NOT_HYDRATED, followLastLink, { once: true });
document.addEventListener(NOT_HYDRATED, showPictures, { once: true });
for (const type of USE) addEventListener(type, start, { capture: true, passive: true, signal: once.signal });
// A stream may take long after its first screen is painted.
if (streamed) requestAnimationFrame(() => setTimeout(start));
addEventListener('load', start, { signal: once.signal });
