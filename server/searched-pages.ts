import { DEFAULT_PER_PAGE } from '@foyer/gateway';
import { type CallPath, callPaths, calls, listCallOf } from '@foyer/model';
import { type DocumentSource, DocumentSources } from '@foyer/search';
import type { Page } from '../shared/page.ts';
import { pages } from '../shared/routes.ts';

/** Where the search finds its documents: every page of the site, and the items that it shows. */
export const searchedPages = new DocumentSources(pages.flatMap(sourcesOf));

function sourcesOf(page: Page): DocumentSource[] {
  const { path, label, indexed, entries, item, parent } = page;
  const id = path.slice(1);
  // The page of an item says where those with a parent are.
  if (indexed === false || id === '' || path.includes(':parent')) return [];
  if (path.includes(':')) {
    const list = page.call ?? parent?.call;
    const detail = callPaths.find((call) => list !== undefined && call.startsWith(`${list}/{`));
    return item && list && detail
      ? [{ type: 'items', page, list, detail, place: parent?.label ?? page.itemsLabel }]
      : [];
  }
  const own = callPaths.find((call) => call === id);
  if (item && own) return [{ type: 'item', page, call: own }];
  const content = own && calls[own].folderAnswer === 'single' ? own : undefined;
  return [
    ...(label ? [{ type: 'page', page, id, label, content } as const] : []),
    ...(entries
      ? [
          {
            type: 'entries',
            page,
            list: entries.call,
            place: label,
            elementId: entries.elementId,
            perPage: perPageOf(page, entries.call),
          } as const,
        ]
      : []),
  ];
}

/** Items on a page of a list. A list that is never paged has all. */
function perPageOf({ perPage = DEFAULT_PER_PAGE }: Page, call: CallPath): number {
  const list = listCallOf(call);
  return list && !list.unpaged ? perPage : Number.POSITIVE_INFINITY;
}
