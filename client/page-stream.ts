import { blockElementId } from '../shared/hydration-data.ts';

/* Follows the rest of a streamed page: hydration begins before the last blocks arrive. */

/**
 * Milliseconds without a new node after which the stream counts as broken. Browsers do not report a broken stream: the document
 * then never has DOMContentLoaded, as when the visitor stops loading. Three times the default of UPSTREAM_TIMEOUT. The missing
 * blocks are loaded from the API; React's inline script drops a block that arrives later.
 */
const STREAM_SILENCE_MS = 15_000;

/** The data elements of blocks that have arrived, by id. React removes the element of a block that it has meanwhile given up. */
const blockElements = new Map<string, Element>();

export const receivedBlockElement = (id: string): Element | undefined => blockElements.get(id);

/** Resolves when the page is complete or its stream broken. */
export const streamEnded: Promise<void> = document.readyState === 'loading' ? followStream() : Promise.resolve();

function followStream(): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(silence);
      observer.disconnect();
      resolve();
    };
    const endBroken = () => {
      end();
      giveUpPendingBlocks();
    };
    let silence = setTimeout(endBroken, STREAM_SILENCE_MS);
    const observer = new MutationObserver((records) => {
      clearTimeout(silence);
      silence = setTimeout(endBroken, STREAM_SILENCE_MS);
      for (const { addedNodes } of records) addedNodes.forEach(storeBlockElements);
    });
    observer.observe(document, { childList: true, subtree: true });
    document.addEventListener('DOMContentLoaded', end, { once: true });
  });
}

function storeBlockElements(node: Node): void {
  if (!(node instanceof Element)) return;
  for (const element of [node, ...node.querySelectorAll('script')]) {
    if (element.id.startsWith(blockElementId('')) && !blockElements.has(element.id))
      blockElements.set(element.id, element);
  }
}

/** Marks the pending blocks as React's inline script marks blocks that failed on the server: React then renders them here. */
function giveUpPendingBlocks(): void {
  const comments = document.createTreeWalker(document, NodeFilter.SHOW_COMMENT);
  while (comments.nextNode()) {
    const boundary = comments.currentNode as Comment & { _reactRetry?: () => void };
    if (boundary.data !== '$?') continue;
    boundary.data = '$!';
    boundary._reactRetry?.();
  }
}
