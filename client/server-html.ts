import { NOT_HYDRATED } from './start-events.ts';

/* If the scripts cannot take over a page, the server's HTML stays: visitors can read it, and the browser follows its links. */

const currentAddress = () => location.pathname + location.search;
const initialAddress = currentAddress();

/** Ends the scripts of the page, and logs the reason. @param scripts aborts their event listeners */
export function fallBackToServerHtml(reason: unknown, scripts: AbortController): void {
  console.error('the page stays as the server sent it:', reason);
  scripts.abort();
  document.dispatchEvent(new Event(NOT_HYDRATED));
  // The server's HTML belongs to the initial address. The browser loads nothing when a visitor goes back to a history entry
  // that a script has added to this document.
  const reloadElsewhere = () => {
    if (currentAddress() !== initialAddress) location.reload();
  };
  reloadElsewhere();
  addEventListener('popstate', reloadElsewhere);
}

/** Saves the children of elements: React removes them when it unmounts the document. @returns restores the children */
export function saveServerHtml(parents: Element[]): () => void {
  const saved = parents.map((parent) => ({ parent, children: [...parent.childNodes] }));
  return () => {
    for (const { parent, children } of saved) parent.replaceChildren(...children);
  };
}
