import './without-eval.ts';

import {
  arrangeAnswer,
  type Call,
  inEdition,
  type ListAnswerData,
  type ListQuery,
  listPageOf,
  matchCall,
  readCall,
} from '@foyer/gateway';
import type { Locale } from '@foyer/messages';
import { calls, datedOf, isLocale, loadMessages, type ParseContext, siteMessages } from '@foyer/model';
import { SearchIndex, searchAnswer } from '@foyer/search';
import { searchedPages } from '../searched-pages.ts';
import {
  ALL_ITEMS,
  type CompleteTable,
  INDEX_PATH,
  type IndexHead,
  type LongTexts,
  type SiteOfExport,
} from './exported-files.ts';
import { LazyTexts } from './lazy-texts.ts';

/* A script of exported sites: makes the answers that have no file, with the server's own code. The site loads it on demand. */

const BASE = /^\/frontapi\/([^/]+)(\/.*)$/;

/** The longest that the index is put together without a pause. */
const TURN_MS = 20;

/** Reads the data of a file, by its path without the extension. */
type Load = (path: string) => Promise<unknown>;

/**
 * Rejects with a ContentError.
 * @param path of the call
 */
export async function answer(path: string, query: Record<string, string>, load: Load): Promise<unknown> {
  const [, locale, base = ''] = BASE.exec(path) ?? [];
  if (!isLocale(locale)) throw new Error(`${path} is no call`);
  const { path: callPath, parameters } = matchCall(base);
  const call = readCall(callPath, { ...query, ...parameters }, { locale, locales: [locale] });
  const { list } = call;
  if (call.table) return tableAnswer(call, (await load(path + ALL_ITEMS)) as CompleteTable);
  if (!list) throw new Error(`${path} has no list`);
  const isSearch = callPath === 'search';
  // Written by the export, from answers that were checked.
  const data = await (isSearch ? search(list.query, locale, load) : load(path + ALL_ITEMS));
  return listPageOf(data as ListAnswerData, list);
}

async function tableAnswer(call: Call, { dataset, site }: CompleteTable): Promise<unknown> {
  // A visitor who only searches needs no charts.
  const { drawTable } = await import('./table-charts.ts');
  const ctx: ParseContext = {
    ...contextOf(site, call.locale),
    chart: (table, options) => drawTable(table, options, call.locale),
    // Parsed again, the beginning of the description is what it was.
    excerpt: () => dataset.description_text ?? '',
  };
  return calls['dataset/{slug}'].data(ctx).parse(arrangeAnswer({ dataset }, call, { ctx, timeZone: site.timeZone }));
}

interface LoadedIndex {
  index: SearchIndex;
  head: IndexHead;
  texts: LazyTexts;
}

let loadedIndex: Promise<LoadedIndex> | undefined;

async function search(query: ListQuery, locale: Locale, load: Load): Promise<unknown> {
  loadedIndex ??= loadIndex(load);
  loadedIndex.catch(() => {
    loadedIndex = undefined;
  });
  const [{ index, head, texts }] = await Promise.all([loadedIndex, loadMessages(locale)]);
  const site = {
    locale,
    locales: head.locales,
    sources: searchedPages,
    messages: siteMessages(locale, { screens: head.screens[locale] ?? [] }),
  };
  let found = searchAnswer(index, query, site, false);
  // The texts of what is shown, for its excerpts. Suggestions have none.
  if (!query.flags.includes('suggest') && (await texts.loadMissing())) found = searchAnswer(index, query, site, false);
  return calls.search.data(contextOf(head, locale)).parse(found);
}

async function loadIndex(load: Load): Promise<LoadedIndex> {
  // Written by the export of the same release.
  const head = (await load(`${INDEX_PATH}/index`)) as IndexHead;
  const texts = new LazyTexts(
    head,
    (part) => load(`${INDEX_PATH}/texts-${part}`) as Promise<Record<string, LongTexts>>,
  );
  const index = new SearchIndex();
  await index.restore(inTurns([...texts.documents.map((document) => ({ document })), ...head.index]));
  return { index, head, texts };
}

/** The parts, with pauses in which the browser can answer its visitor. */
async function* inTurns<Part>(parts: readonly Part[]): AsyncGenerator<Part> {
  let turnStart = performance.now();
  for (const part of parts) {
    yield part;
    if (performance.now() - turnStart < TURN_MS) continue;
    await new Promise((resolve) => setTimeout(resolve));
    turnStart = performance.now();
  }
}

/** Of what an answer or the search itself has: its texts are sanitised, its addresses safe. */
function contextOf({ timeZone, calendar, locales }: SiteOfExport, locale: Locale): ParseContext {
  const asIs = (value: string) => value;
  const date = (value: string) => datedOf(value, { timeZone, locale, calendar });
  return {
    strict: false,
    locale,
    date,
    until: date,
    html: asIs,
    excerpt: asIs,
    outline: (text) => ({ headings: [], text }),
    chart: () => undefined,
    location: asIs,
    link: (value) => inEdition(value, { locale, locales }),
    onDropped: () => {},
    place: [],
  };
}
