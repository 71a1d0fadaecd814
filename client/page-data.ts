import { ContentError } from '../shared/content-error.ts';
import { type Assets, blockId, parseState, type RouteData, STATE_ID } from '../shared/island.ts';
import { blocksOf, type Deferred, type Settled } from '../shared/page.ts';
import { sentIsland, streamEnded } from './stream.ts';

/*
 * What the server wrote into the page, in the browser. The name of a block becomes a Deferred that looks for the block's
 * island, which is there when React hydrates the block; a block that React renders anew, because the server did not send
 * it, is loaded.
 */

/** @param reload loads a route's data anew, for the blocks that did not come with the page */
export function readPageData(reload: (route: string) => Promise<object>): { assets: Assets } & RouteData {
  const json = document.getElementById(STATE_ID)?.textContent;
  if (!json) throw new Error('the page has no island');
  const { assets, routes, blocks, failed } = parseState(json, shownText);
  const errors = Object.entries(failed).map(([route, status]) => [route, new ContentError(status, 'not there')]);
  const data = Object.entries(routes).map(([route, rest]) => [
    route,
    { ...rest, ...deferred(blocks[route] ?? [], () => reload(route)) },
  ]);
  return {
    assets,
    loaderData: Object.fromEntries(data),
    errors: errors.length > 0 ? Object.fromEntries(errors) : null,
  };
}

/** A text as the markup shows it. One that was removed from there is nowhere else: the page then stays as the server sent it. */
function shownText(number: string): string {
  const element = document.querySelector(`[data-text="${number}"]`);
  if (!element) throw new Error(`text ${number} is not in the page`);
  return element.innerHTML;
}

function deferred(names: string[], reload: () => Promise<object>): Record<string, Deferred<unknown>> {
  let reloaded: Promise<object> | undefined;
  const load = async (name: string): Promise<Settled<unknown>> => {
    // A block that React renders anew while the page is still on its way, since something around it changed, is on its way too.
    await streamEnded;
    const sent = readBlock(name);
    if (sent) return sent;
    reloaded ??= reload();
    const block = blocksOf(await reloaded).find(([candidate]) => candidate === name);
    return block ? block[1].promise : { ok: false };
  };
  return Object.fromEntries(names.map((name) => [name, new IslandBlock(name, load)]));
}

function readBlock(name: string): Settled<unknown> | undefined {
  const id = blockId(name);
  const json = document.getElementById(id)?.textContent || sentIsland(id)?.textContent;
  try {
    return json ? JSON.parse(json) : undefined;
  } catch {
    // A part of it: the page is still on its way, or its connection broke.
    return undefined;
  }
}

class IslandBlock implements Deferred<unknown> {
  #settled: Settled<unknown> | undefined;
  #promise: Promise<Settled<unknown>> | undefined;
  constructor(
    readonly name: string,
    readonly load: (name: string) => Promise<Settled<unknown>>,
  ) {}
  get settled() {
    this.#settled ??= readBlock(this.name);
    return this.#settled;
  }
  get promise() {
    this.#promise ??= this.load(this.name).catch(() => ({ ok: false }));
    return this.#promise;
  }
}
