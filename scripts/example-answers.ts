import { readConfig } from '@foyer/config';
import { openFolderSource } from '@foyer/folder/source';
import { AnswerNormaliser, normalisedAnswer, openGateway, readCall } from '@foyer/gateway';
import { type CallPath, callPaths, calls, type Parameters, setContentClock } from '@foyer/model';
import { readerOf, SearchService, withSearch } from '@foyer/search';
import { pino } from 'pino';
import { searchedPages } from '../server/searched-pages.ts';

/*
 * An answer of each call, as the example organisation's site gives it: its content folder through the gateway. Lists and texts are cut short.
 */

export interface ExampleAnswer {
  error: false;
  data: object;
}

/** Content appears and expires: the examples are those of this time. */
export const EXAMPLE_TIME = Date.parse('2026-11-22T12:00:00+05:45');
const ENVIRONMENT = { CONTENT_DIR: 'content', LOCALES: 'en,ne', LOG_LEVEL: 'silent' };
const MAX_ELEMENTS = 2;
/** Calls that need words: what they ask for. */
const WORDS: Partial<Record<CallPath, Parameters>> = { search: { q: 'pokhara' }, 'service-center': { near: 'Kaski' } };

/** The query of an example. */
export function exampleQuery(path: CallPath): Parameters {
  const { list } = calls[path];
  return { ...WORDS[path], ...(list && !list.unpaged && { per_page: String(MAX_ELEMENTS) }) };
}

const SUBJECT = 'aarambha-equity';

/** An answer of each call. */
export async function exampleAnswers(): Promise<Record<CallPath, ExampleAnswer>> {
  setContentClock(() => EXAMPLE_TIME);
  const config = readConfig(ENVIRONMENT);
  const { timeZone, locales } = config.site;
  const log = pino({ level: config.logLevel });
  const content = await openFolderSource({ dir: config.contentDir, timeZone, locales, log }, () => {});
  const searched = await openGateway(config, log, { source: content });
  const search = new SearchService({
    sources: searchedPages,
    reader: readerOf({ gateway: searched.gateway, folder: content }),
    log,
  });
  const searchUrl = await search.start();
  await search.settled();
  const { source, close: closeSearch } = withSearch(content, config, searchUrl);
  const { gateway, close } = await openGateway(config, log, { source });
  const normaliser = new AnswerNormaliser({ timeZone, locales, videoOrigins: [] });
  try {
    const examples: Partial<Record<CallPath, ExampleAnswer>> = {};
    for (const path of callPaths) {
      const name = firstItem(path, examples);
      const parameters = { id: name, slug: name, ...exampleQuery(path) };
      const data: object = await gateway.get(path, parameters);
      const bytes = Buffer.from(JSON.stringify({ error: false, data: cut(data, calls[path].list?.unpaged) }));
      // What is computed of texts and lists is that of the short ones.
      const short = normalisedAnswer(normaliser.normalise(readCall(path, parameters), { bytes, status: 200 }));
      examples[path] = { error: false, data: short.data };
    }
    return examples as Record<CallPath, ExampleAnswer>;
  } finally {
    setContentClock(() => Date.now());
    await search.close();
    await Promise.all([close(), closeSearch(), searched.close()]);
    content.close();
  }
}

/** The name of the first item in the list of an item's call. */
function firstItem(path: CallPath, examples: Partial<Record<CallPath, ExampleAnswer>>): string | undefined {
  // Subjects have no list.
  if (path === 'subject/{slug}') return SUBJECT;
  const list = callPaths.find((other) => path.startsWith(`${other}/`));
  const example = list && examples[list];
  const item: { id?: string; slug?: string } | undefined = example && Reflect.get(example.data, calls[list].name)?.[0];
  return item?.id ?? item?.slug;
}

/** Cuts lists, and HTML to its first paragraph. @param isComplete a list without a paginator: how long it is follows from its items */
function cut(data: object, isComplete = false): unknown {
  const text = JSON.stringify(data, (name, value: unknown) => {
    if (isComplete && (name === 'pagination' || name === 'filters')) return undefined;
    if (Array.isArray(value)) return value.slice(0, MAX_ELEMENTS);
    const isHtml = typeof value === 'string' && (name === 'description' || name === 'answer');
    return isHtml ? (/<p>.*?<\/p>/s.exec(value)?.[0] ?? value) : value;
  });
  return JSON.parse(text);
}
