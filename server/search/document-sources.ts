import { DEFAULT_PER_PAGE } from '@foyer/gateway';
import { type CallPath, callPaths, calls, type KindName, listCallOf } from '@foyer/model';
import type { LabelKey, Page } from '../../shared/page.ts';
import { pages } from '../../shared/routes.ts';

/* Where the search finds its documents: every page of the site, and the items that it shows. */

/** A page of the site with the calls of its content. */
export type DocumentSource =
  /** A page that is found by its name. */
  | { type: 'page'; page: Page; id: string; label: LabelKey; content?: CallPath }
  /** A page whose content is an item: a text page with an address of its own. */
  | { type: 'item'; page: Page; call: CallPath }
  /** Items with a page each. */
  | { type: 'items'; page: Page; list: CallPath; detail: CallPath; place?: LabelKey }
  /** Items that a page shows, without pages of their own. */
  | { type: 'entries'; page: Page; list: CallPath; place?: LabelKey; elementId?: string; perPage: number };

/** All sources, in the order in which they are read: what has most of the answers comes first. */
export const documentSources: readonly DocumentSource[] = pages.flatMap(sourcesOf).sort((a, b) => order(a) - order(b));

function order({ type }: DocumentSource): number {
  return ['page', 'item', 'entries', 'items'].indexOf(type);
}

function sourcesOf(page: Page): DocumentSource[] {
  const { path, label, indexed, entries, item, parent } = page;
  const id = path.slice(1);
  if (indexed === false || id === '') return [];
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

/** The call of a source's content; undefined for a page that is found by its name alone. */
export const callOf = (source: DocumentSource): CallPath | undefined =>
  source.type === 'page' ? source.content : source.type === 'item' ? source.call : source.list;

/** The kind of what a source has: a page of the site is of the kind of text pages. */
export const kindOf = (source: DocumentSource): KindName =>
  source.type === 'page' ? 'page' : calls[source.type === 'item' ? source.call : source.list].kind;

/** The sources of a kind's content. @param id only those that have the item with this id */
export function sourcesOfKind(kind: string, id?: string): DocumentSource[] {
  const sources = documentSources.filter((source) => {
    const call = callOf(source);
    return call !== undefined && calls[call].kind === kind;
  });
  // An item with a page of its own is in no list. Where its slug names it and not its id, it may be any of them.
  const own = sources.filter((source) => source.type === 'item' && calls[source.call].itemId === id);
  return own.length > 0 ? own : sources;
}

/** The label of a kind: that of its list. */
export function labelOfKind(kind: string): LabelKey {
  const source = documentSources.find((source) => 'list' in source && calls[source.list].kind === kind);
  return (source && 'place' in source && source.place) || 'pages';
}
