/* Where the scripts cannot take a page over it stays as the server sent it: readable, with links that the browser follows. */

const addressNow = () => location.pathname + location.search;
const sentAddress = addressNow();

/** Leaves the page to the browser. The reason is logged. @param scripts ends what the scripts do for the page */
export function stayAsSent(reason: unknown, scripts: AbortController): void {
  console.error('the page stays as the server sent it:', reason);
  scripts.abort();
  const matchAddress = () => {
    if (addressNow() !== sentAddress) location.reload();
  };
  // At another address the page is not the one that was sent. The browser takes entries that a script has made for places
  // in this document, and loads nothing when the visitor goes back to them.
  matchAddress();
  addEventListener('popstate', matchAddress);
}

/** Keeps the children of elements, which React removes where it gives a document up. @returns puts them back */
export function restorer(parents: Element[]): () => void {
  const sent = parents.map((parent) => ({ parent, children: [...parent.childNodes] }));
  return () => {
    for (const { parent, children } of sent) parent.replaceChildren(...children);
  };
}
