import type { Messages } from '@foyer/messages';
import { type CallPath, calls, type ItemPaths, type KindName } from '@foyer/model';

/** A text of the interface that has no values. */
type LabelKey = { [Key in keyof Messages]: Messages[Key] extends string ? Key : never }[keyof Messages];

/** A page of the site, as far as the search knows it. */
interface SearchedPage extends ItemPaths {
  id: string;
}

/** A page of the site with the calls of its content. */
export type DocumentSource =
  /** A page that is found by its name. */
  | { type: 'page'; page: SearchedPage; id: string; label: LabelKey; content?: CallPath }
  /** A page whose content is an item: a text page with an address of its own. */
  | { type: 'item'; page: SearchedPage; call: CallPath }
  /** Items with a page each. */
  | { type: 'items'; page: SearchedPage; list: CallPath; detail: CallPath; place?: LabelKey }
  /** Items that a page shows, without pages of their own. */
  | { type: 'entries'; page: SearchedPage; list: CallPath; place?: LabelKey; elementId?: string; perPage: number };

/** What has most of the answers is read first. */
const ORDER = ['page', 'item', 'entries', 'items'];

/** Where the search finds its documents. */
export class DocumentSources {
  /** In the order in which they are read. */
  readonly all: readonly DocumentSource[];

  constructor(sources: readonly DocumentSource[]) {
    this.all = [...sources].sort((a, b) => ORDER.indexOf(a.type) - ORDER.indexOf(b.type));
  }

  /** The sources of a kind's content. @param id only those that have the item with this id */
  ofKind(kind: string, id?: string): DocumentSource[] {
    const sources = this.all.filter((source) => {
      const call = callOf(source);
      return call !== undefined && calls[call].kind === kind;
    });
    // An item with a page of its own is in no list. Where its slug names it and not its id, it may be any of them.
    const own = sources.filter((source) => source.type === 'item' && calls[source.call].itemId === id);
    return own.length > 0 ? own : sources;
  }

  /** The label of a kind: that of its list. */
  labelOf(kind: string): LabelKey {
    const source = this.all.find((source) => 'list' in source && calls[source.list].kind === kind);
    return (source && 'place' in source && source.place) || 'pages';
  }
}

/** The call of a source's content; undefined for a page that is found by its name alone. */
export const callOf = (source: DocumentSource): CallPath | undefined =>
  source.type === 'page' ? source.content : source.type === 'item' ? source.call : source.list;

/** The kind of what a source has: a page of the site is of the kind of text pages. */
export const kindOf = (source: DocumentSource): KindName =>
  source.type === 'page' ? 'page' : calls[source.type === 'item' ? source.call : source.list].kind;
