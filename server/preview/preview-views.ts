import type { RequestListener } from 'node:http';
import { LRUCache } from 'lru-cache';
import type { View } from './content-view.ts';

/** A site that shows its content in one view. */
export interface ViewSite {
  app: RequestListener;
  /** Called before each request: nothing of an earlier one may be shown again. */
  forget(): void;
  close(): Promise<void>;
}

interface OpenView {
  site: Promise<ViewSite>;
  requests: Set<Promise<void>>;
}

/** Views of which editors look at the same time. */
const MAX_VIEWS = 4;

/** A site for each view that is in use: answers of different times never meet. The least recently used is closed. */
export class PreviewViews {
  readonly #open: (view: View) => Promise<ViewSite>;
  readonly #closing = new Set<Promise<void>>();
  readonly #views = new LRUCache<string, OpenView>({
    max: MAX_VIEWS,
    dispose: (view) => this.#close(view),
  });

  constructor(open: (view: View) => Promise<ViewSite>) {
    this.#open = open;
  }

  /** The site of a view. @param ended resolves when the request has been answered: the site is not closed before */
  async siteFor(view: View, ended: Promise<void>): Promise<ViewSite> {
    const key = String(view.at);
    const known = this.#views.get(key);
    const { site, requests } = known ?? { site: this.#open(view), requests: new Set<Promise<void>>() };
    if (!known) {
      this.#views.set(key, { site, requests });
      // The next request tries again.
      site.catch(() => this.#views.delete(key));
    }
    requests.add(ended);
    void ended.then(() => requests.delete(ended));
    return site;
  }

  async close(): Promise<void> {
    this.#views.clear();
    await Promise.all(this.#closing);
  }

  #close({ site, requests }: OpenView): void {
    const closeSite = () =>
      site.then(
        (opened) => opened.close(),
        () => {},
      );
    const closed = Promise.all(requests).then(closeSite);
    this.#closing.add(closed);
    void closed.finally(() => this.#closing.delete(closed));
  }
}
