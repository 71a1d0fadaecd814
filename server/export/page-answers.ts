import type { Gateway } from '@foyer/gateway';
import { type CallPath, ContentError, type Filters, type Parameters } from '@foyer/model';
import { blocksOf } from '../../shared/deferred.ts';
import { hasFile, pathWithParameters } from '../../shared/file-path.ts';
import { listAddress } from '../../shared/list-page.ts';
import { loadView } from '../../shared/load-page.ts';
import type { Page } from '../../shared/page.ts';
import type { PageTarget } from '../pages/page-loader.ts';
import { type CompletePath, isCompletePath } from './complete-answers.ts';

/** An answer that the browser asks for when a visitor comes to a page from another one. */
export interface PageAnswer {
  /** Its address in the export. */
  address: string;
  /** Whether the export has a file for it. The page changes with the others, too. */
  isFile: boolean;
  body: Buffer;
  etag: string;
  /** When it changes by itself, by the clock of clock.ts. */
  changesAt?: number;
}

/** The answers from which a page is made. */
export interface PageAnswers {
  answers: PageAnswer[];
  /** The addresses of the page with each value of a filter that its list has: forms lead to them. */
  filtered: string[];
  /** The calls of lists and tables. */
  lists: { path: CompletePath; parameters: Parameters; address: string }[];
}

/** Runs a page's loader, as the browser does. Failures are the page's: it shows them. */
export async function answersOf(
  { page, params, query, locale, path: pagePath }: PageTarget,
  gateway: Pick<Gateway, 'answer' | 'site'>,
): Promise<PageAnswers> {
  const answers: PageAnswer[] = [];
  const lists: PageAnswers['lists'] = [];
  const filtered: string[] = [];
  const api = async (path: CallPath, parameters: Parameters = {}): Promise<never> => {
    const { data, body, etag, changesAt } = await gateway.answer(path, parameters, { locale, priority: 'inventory' });
    const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
    const address = `/frontapi/${locale}/${path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(parameters[name] ?? ''))}`;
    const others = Object.fromEntries(Object.entries(parameters).filter(([name]) => !inPath.includes(name)));
    if (isCompletePath(path)) {
      lists.push({ path, parameters, address });
      if (path === page.call) filtered.push(...filteredAddresses(pagePath, page, data));
    }
    const isFile = hasFile(others);
    answers.push({ address: `${pathWithParameters(address, others)}.json`, isFile, body, etag, changesAt });
    return data as never;
  };
  try {
    const view = loadView(page, { loadView: () => page.view(), loadData: () => Promise.reject(new Error('not used')) });
    const { site } = await gateway.site({ locale });
    const data = await page.load({ api, params, query, view, site });
    await Promise.all(blocksOf(data).map(([, { promise }]) => promise));
  } catch (error) {
    if (!(error instanceof ContentError)) throw error;
  }
  // They arrive in another order each time, and the page's key in the export is made of them.
  answers.sort((a, b) => (a.address < b.address ? -1 : 1));
  return { answers, lists, filtered };
}

function filteredAddresses(path: string, { parameters = [] }: Page, data: object): string[] {
  const { filters = {} } = data as { filters?: Filters };
  return Object.entries(filters).flatMap(([name, values]) =>
    parameters.includes(name) ? values.map(({ value }) => listAddress(path, { [name]: value })) : [],
  );
}
