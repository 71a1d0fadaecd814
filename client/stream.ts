import { blockId } from '../shared/island.ts';

/* The rest of a streamed page, which comes while React is at work already. */

/**
 * After so many milliseconds without any new node the stream is taken for broken: browsers do not say so, and leave the
 * document without DOMContentLoaded, as they do where the visitor stops the page or leaves it. Three times the default of
 * UPSTREAM_TIMEOUT. The blocks that have not come are loaded; one that comes all the same is dropped by React's script.
 */
const STREAM_SILENCE_MS = 15_000;

/** The islands that came, by id: React drops those of blocks that it has given up meanwhile. */
const islands = new Map<string, Element>();

export const sentIsland = (id: string): Element | undefined => islands.get(id);

/** Resolves when no more of the page comes. */
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
      for (const { addedNodes } of records) addedNodes.forEach(keepIslands);
    });
    observer.observe(document, { childList: true, subtree: true });
    document.addEventListener('DOMContentLoaded', end, { once: true });
  });
}

function keepIslands(node: Node): void {
  if (!(node instanceof Element)) return;
  for (const element of [node, ...node.querySelectorAll('script')]) {
    if (element.id.startsWith(blockId('')) && !islands.has(element.id)) islands.set(element.id, element);
  }
}

/** Marks the blocks that have not come as React's own script marks those that the server gives up: React renders them here. */
function giveUpPendingBlocks(): void {
  const comments = document.createTreeWalker(document, NodeFilter.SHOW_COMMENT);
  while (comments.nextNode()) {
    const boundary = comments.currentNode as Comment & { _reactRetry?: () => void };
    if (boundary.data !== '$?') continue;
    boundary.data = '$!';
    boundary._reactRetry?.();
  }
}
