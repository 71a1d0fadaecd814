import { Writable } from 'node:stream';
import { pino } from 'pino';
import { request } from 'undici';
import { openUpstream } from '../../packages/cms/src/open-upstream.ts';
import { readConfig } from '../../packages/config/src/config.ts';
import { openFolderSource } from '../../packages/folder/src/folder-source.ts';
import { openGateway } from '../../packages/gateway/src/open-gateway.ts';
import type { Purge } from '../../packages/gateway/src/purge.ts';
import type { Answer } from '../../packages/model/src/content-api.ts';
import { readerOf } from '../../packages/search/src/content-reader.ts';
import type { DocumentTexts } from '../../packages/search/src/document-texts.ts';
import { SearchService, type SearchServiceOptions } from '../../packages/search/src/search-service.ts';
import { searchedPages } from '../../server/searched-pages.ts';
import type { LogLine } from './site.ts';

export type SearchAnswer = Answer<'search'>;

export interface TestSearch {
  service: SearchService;
  log: LogLine[];
  /** The answer to a search, as the service sends it. */
  search(query: string, parameters?: Record<string, string>): Promise<SearchAnswer>;
  /** The answer as text, with its status. */
  get(query: string): Promise<{ status: number; text: string }>;
  /** `kind/id` of the results. */
  found(query: string, parameters?: Record<string, string>): Promise<string[]>;
  /** How many calls of the content it has made. */
  calls(): number;
  purge(what?: Purge): Promise<void>;
  /** As `purge`, without the wait until everything has been read. */
  purgeNow(what: Purge): Promise<void>;
  close(): Promise<void>;
}

export interface TestSearchParts extends Partial<SearchServiceOptions> {
  documentTexts?: Pick<DocumentTexts, 'textOf' | 'isUnavailable'>;
}

/** Runs the search in this process, on a test upstream (FRONTAPI_URL) or a content folder (CONTENT_DIR), and waits until it has read everything. */
export async function startTestSearch(
  environment: Record<string, string>,
  { documentTexts, ...parts }: TestSearchParts = {},
): Promise<TestSearch> {
  const config = readConfig(environment);
  const log: LogLine[] = [];
  const sink = new Writable({
    write(line, _encoding, done) {
      log.push(JSON.parse(String(line)));
      done();
    },
  });
  const logger = pino({ base: undefined, level: 'info' }, sink);
  const upstream = config.upstream && openUpstream(config, config.upstream);
  const content = upstream
    ? undefined
    : await openFolderSource(
        { dir: config.contentDir, timeZone: config.site.timeZone, locales: config.site.locales, log: logger },
        () => gateway.purgeLocal({ all: true }),
      );
  const source = upstream ?? content;
  if (!source) throw new Error('no source');
  const { gateway, close } = await openGateway(config, logger, { source });
  let following = Promise.resolve();
  gateway.on('purged', (what) => {
    following = service.purge(what);
  });
  let calls = 0;
  gateway.on('called', () => {
    calls += 1;
  });
  const reader = readerOf({ gateway, folder: content, documentTexts });
  const service = new SearchService({ sources: searchedPages, reader, log: logger, ...parts });
  const url = await service.start();
  await service.settled();
  const get = async (query: string, locale = 'en') => {
    const { statusCode, body } = await request(`${url.replace('{locale}', locale)}search?${query}`);
    return { status: statusCode, text: await body.text() };
  };
  const search = async (q: string, { locale, ...parameters }: Record<string, string> = {}): Promise<SearchAnswer> => {
    const { status, text } = await get(String(new URLSearchParams({ q, ...parameters })), locale);
    if (status !== 200) throw new Error(`status ${status}: ${text}`);
    const { data }: { data: SearchAnswer } = JSON.parse(text);
    return data;
  };
  return {
    service,
    log,
    get,
    search,
    async found(query, parameters) {
      return (await search(query, parameters)).results.map(({ kind, id }) => `${kind}/${id}`);
    },
    calls: () => calls,
    async purge(what = { all: true }) {
      gateway.purgeLocal(what);
      await following;
      await service.settled();
    },
    purgeNow(what) {
      gateway.purgeLocal(what);
      return following;
    },
    async close() {
      await service.close();
      await close();
      await upstream?.close();
      content?.close();
    },
  };
}
