import type { Config } from '@foyer/config';
import { type Gateway, listPages } from '@foyer/gateway';
import type { Locale } from '@foyer/messages';
import {
  type CallPath,
  calls,
  type Dataset,
  type ListPath,
  listCallOf,
  MAX_TABLE_ROWS,
  type Parameters,
} from '@foyer/model';
import type { Logger } from 'pino';
import type { CompleteTable, SiteOfExport } from './exported-files.ts';

/* Complete lists and tables as one answer each, from which the exported site's script makes every other one. */

interface Source {
  gateway: Gateway;
  log: Logger;
  config: Config;
}

/** A call whose answers visitors search, filter and order. */
export type CompletePath = ListPath | 'dataset/{slug}';
export const isCompletePath = (path: CallPath): path is CompletePath =>
  isTable(path) || (listCallOf(path) !== undefined && !calls[path].isTransient);
const isTable = (path: CallPath): path is 'dataset/{slug}' => calls[path].isTable === true;

export const completeAnswer = (
  path: CompletePath,
  parameters: Parameters,
  locale: Locale,
  source: Source,
): Promise<object> =>
  isTable(path) ? completeTable(parameters, locale, source) : completeList(path, parameters, locale, source);

async function completeList(
  path: ListPath,
  { slug, id }: Parameters,
  locale: Locale,
  { gateway, log }: Source,
): Promise<object> {
  const name = listCallOf(path)?.name ?? '';
  const items: unknown[] = [];
  let first: object | undefined;
  const get = (query: Parameters) => gateway.get(path, { slug, id, ...query }, { locale, priority: 'inventory' });
  for await (const page of listPages(path, { get, isPolite: false, log })) {
    first ??= page.answer;
    items.push(...page.items);
  }
  const { length } = items;
  const pagination = { current_page: 1, last_page: 1, per_page: Math.max(1, length), total: length };
  return { ...first, [name]: items, pagination, complete: true };
}

async function completeTable(
  { slug }: Parameters,
  locale: Locale,
  { gateway, config }: Source,
): Promise<CompleteTable> {
  const pageOf = async (page: number): Promise<Dataset> => {
    const query = { slug, page: String(page), per_page: String(MAX_TABLE_ROWS) };
    return (await gateway.get('dataset/{slug}', query, { locale, priority: 'inventory' })).dataset;
  };
  const { pagination, ...dataset } = await pageOf(1);
  const rows = [...dataset.rows];
  for (let page = 2; page <= pagination.last_page; page += 1) rows.push(...(await pageOf(page)).rows);
  return { dataset: { ...dataset, rows }, site: await siteOfExport({ gateway, config }) };
}

export async function siteOfExport({ gateway, config }: Pick<Source, 'gateway' | 'config'>): Promise<SiteOfExport> {
  const { locales, timeZone } = config.site;
  return { locales, timeZone, calendar: (await gateway.site({})).site.calendar };
}
