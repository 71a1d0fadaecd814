import { ContentError } from '@foyer/model';
import { type BlockResult, blocksOf, type Deferred } from '../shared/deferred.ts';
import { blockElementId, HYDRATION_DATA_ID, type HydrationData, parseHydrationData } from '../shared/hydration-data.ts';
import type { ShownPage } from '../shared/shown-page.ts';
import { receivedBlockElement, streamEnded } from './page-stream.ts';

/*
 * Reads the data that the server has written into the page (shared/hydration-data.ts). Each block's name becomes a Deferred that
 * reads the block's data element: it is there when React hydrates the block. If the element is missing, React renders the block
 * again, and its data is loaded from the API.
 */

/** What the page was rendered from. `address` is that of an exported page. */
export type ReadHydrationData = Pick<ShownPage, 'root' | 'data' | 'error'> & Pick<HydrationData, 'address'>;

/** Throws if the data is missing or damaged. @param reload loads the page's data, for blocks whose data is missing */
export function readHydrationData(reload: () => Promise<object>): ReadHydrationData {
  const json = document.getElementById(HYDRATION_DATA_ID)?.textContent;
  if (!json) throw new Error('the page has no hydration data');
  const { root, page, blocks, failed, address } = parseHydrationData(json, readText);
  return {
    root,
    address,
    data: { ...page, ...createBlocks(blocks, reload) },
    error: failed === undefined ? undefined : new ContentError(failed, 'failed on the server'),
  };
}

/** Reads a text from the markup. Throws if the text is missing: the page then falls back to the server's HTML. */
function readText(number: string): string {
  const element = document.querySelector(`[data-text="${number}"]`);
  if (!element) throw new Error(`text ${number} is not in the page`);
  return element.innerHTML;
}

function createBlocks(names: string[], reload: () => Promise<object>): Record<string, Deferred<unknown>> {
  let reloaded: Promise<object> | undefined;
  const load = async (name: string): Promise<BlockResult<unknown>> => {
    // React may render a pending block again because something around it has changed. Its data may still arrive.
    await streamEnded;
    const sent = readBlock(name);
    if (sent) return sent;
    reloaded ??= reload();
    const block = blocksOf(await reloaded).find(([candidate]) => candidate === name);
    return block ? block[1].promise : { ok: false };
  };
  return Object.fromEntries(names.map((name) => [name, new SentBlock(name, load)]));
}

function readBlock(name: string): BlockResult<unknown> | undefined {
  const id = blockElementId(name);
  const json = document.getElementById(id)?.textContent || receivedBlockElement(id)?.textContent;
  try {
    return json ? JSON.parse(json) : undefined;
  } catch {
    // Incomplete: the element is still arriving, or the stream broke inside it.
    return undefined;
  }
}

/** A block of the server's HTML. Its data is read or loaded on first use. */
class SentBlock implements Deferred<unknown> {
  #result: BlockResult<unknown> | undefined;
  #promise: Promise<BlockResult<unknown>> | undefined;
  constructor(
    readonly name: string,
    readonly load: (name: string) => Promise<BlockResult<unknown>>,
  ) {}
  get result() {
    this.#result ??= readBlock(this.name);
    return this.#result;
  }
  get promise() {
    this.#promise ??= this.load(this.name).catch(() => ({ ok: false }));
    return this.#promise;
  }
}
