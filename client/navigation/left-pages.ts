import { blocksOf } from '../../shared/deferred.ts';
import type { PageLocation, ShownPage } from '../../shared/shown-page.ts';

/* Pages that the visitor has left, and comes back to: they are shown again at once, as browsers do with documents. */

/** As long as Chromium keeps a document. */
const MAX_AGE_MS = 600_000;
const MAX_PAGES = 20;

/** Whether something of a page could not be loaded. */
const hasFailed = ({ error, data }: ShownPage): boolean =>
  error !== undefined || blocksOf(data).some(([, { result }]) => result?.ok === false);

export class LeftPages {
  readonly #pages = new Map<string, { shown: ShownPage; leftAt: number }>();

  add(shown: ShownPage): void {
    const { key } = shown.location;
    this.#pages.delete(key);
    // A page that failed may be there by now.
    if (!hasFailed(shown)) this.#pages.set(key, { shown, leftAt: Date.now() });
    const [oldest] = this.#pages.keys();
    if (this.#pages.size > MAX_PAGES && oldest !== undefined) this.#pages.delete(oldest);
  }

  /** The page of a history entry, as it was left. */
  find(location: PageLocation): ShownPage | undefined {
    const { shown, leftAt } = this.#pages.get(location.key) ?? {};
    const isSame = shown?.location.pathname === location.pathname && shown.location.search === location.search;
    return isSame && leftAt !== undefined && Date.now() - leftAt < MAX_AGE_MS ? shown : undefined;
  }
}
