import { PATIENCE } from '../shared/document/landmarks.ts';
import { blocksOf } from '../shared/page.ts';
import type { Host } from '../shared/routes.tsx';
import { createApi } from './fetch-api.ts';
import { loadChunk } from './navigation/chunks.ts';

/**
 * Pages in the browser: data from our own API, views on demand.
 * @param destination where the visitor is going, or is
 */
export function createHost(destination: () => string): Host {
  return {
    // It came with the page and is never loaded again.
    root: () => Promise.reject(new Error('the root has no loader in the browser')),
    async load(page, { params, query, signal }, view) {
      const patience = new Promise((resolve) => setTimeout(resolve, PATIENCE));
      const data = await page.load({ api: createApi(signal), params, query, view });
      // What is there soon comes with the screen: no placeholder flashes up, and going back finds the page as long as it was.
      await Promise.race([patience, Promise.all(blocksOf(data).map(([, block]) => block.promise))]);
      return data;
    },
    view: (page) => loadChunk(page.chunk ?? page.id, page.view, destination),
  };
}
