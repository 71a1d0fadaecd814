import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { POLLING } from '../../../tests/support/polling.ts';
import { data, failure, json, startUpstream, type TestUpstream } from '../../../tests/support/upstream.ts';
import { openUpstream } from '../../cms/src/open-upstream.ts';
import type { Upstream } from '../../cms/src/upstream.ts';
import { type PlainConfig, readConfig } from '../../config/src/config.ts';
import type { DatasetMapping } from '../../config/src/mapping-document.ts';
import type { ContentSource } from '../../gateway/src/content-source.ts';
import { Normaliser } from '../../gateway/src/normaliser.ts';
import { setContentClock } from '../../model/src/dates/time.ts';
import { startGathering } from '../src/gather.ts';
import { withTables } from '../src/gathered-source.ts';

/* Tables of an API that has the values of funds, and no call for tables. */

const NAV: DatasetMapping = {
  name: { en: 'Values of {name}', ne: '{name} को मूल्य' },
  each: { path: 'scheme', rows: 'scheme', fields: { id: 'id', slug: 'slug', name: 'name' } },
  path: 'nav?fund={id}&year={year}&page={page}',
  since: '2025-06-01',
  pages: 'table.last_page',
  rows: 'table.data',
  columns: [
    { key: 'date', value: 'day', label: 'Day', type: 'date' },
    { key: 'nav', value: 'value', type: 'money', unit: 'NPR' },
  ],
  unique_by: ['date'],
  chart: { kind: 'line', x: 'date', y: ['nav'] },
  subject: { slug: '{slug}', name: '{name}' },
};
const page = (rows: object[], last = 1) => json(200, { table: { data: rows, last_page: last } });
const row = (day: string, value: number) => ({ day, value });

let api: TestUpstream;
let dir: string;
let upstream: Upstream;
let stop: (() => void) | undefined;
const lines: string[] = [];
const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) });

beforeEach(async () => {
  setContentClock(() => Date.parse('2026-08-10T06:00:00Z'));
  api = await startUpstream();
  api.answer('scheme', json(200, { scheme: [{ id: 7, slug: 'growth', name: 'Growth Fund' }] }));
  api.answer('nav?fund=7&year=2026&page=1', page([row('2026-08-09', 12.5), row('2026-08-06', 12.4)], 2));
  api.answer('nav?fund=7&year=2026&page=2', page([row('2026-01-04', 11.9)]));
  // Before `since`, and of a year that was not asked for.
  api.answer('nav?fund=7&year=2025&page=1', page([row('2025-12-31', 11), row('2025-05-31', 10), row('2024-01-01', 9)]));
  dir = await mkdtemp(join(tmpdir(), 'tables-'));
  lines.length = 0;
});
afterEach(async () => {
  stop?.();
  stop = undefined;
  setContentClock(() => Date.now());
  await upstream.close();
  await api.close();
  await rm(dir, { recursive: true, force: true });
});

function configOf(datasets: Record<string, DatasetMapping>): PlainConfig {
  const config = readConfig({
    FRONTAPI_URL: api.url,
    DATA_DIR: dir,
    UPSTREAM_BUDGET: '60000',
    LOCALES: 'en,ne',
  });
  if (!config.upstream) throw new Error('no upstream');
  return { ...config, upstream: { ...config.upstream, mapping: { datasets } } };
}

function start(datasets: Record<string, DatasetMapping>, onChanged = () => {}): ContentSource {
  const config = configOf(datasets);
  if (!config.upstream) throw new Error('no upstream');
  upstream = openUpstream(config, config.upstream);
  stop = startGathering(config, upstream, log, onChanged);
  return withTables(config, upstream);
}

const normaliser = new Normaliser({ timeZone: 'Asia/Kathmandu', locales: ['en', 'ne'], videoOrigins: [] }, log);
async function answerOf(source: ContentSource, address: string) {
  const { readCall, matchCall } = await import('../../gateway/src/call.ts');
  const { path, parameters } = matchCall(`/${address.replace(/^ne\//, '').split('?')[0]}`);
  const call = readCall(path, parameters, { locale: address.startsWith('ne/') ? 'ne' : 'en', locales: ['en', 'ne'] });
  const request = { priority: 'visitor', isUnlisted: false, signal: new AbortController().signal } as const;
  return source.get(address, request, (response) => normaliser.normalise(call, response, 'ad'));
}
/** Ends the process, as far as tables know of it. */
async function end(): Promise<void> {
  stop?.();
  await upstream.close();
  lines.length = 0;
  api.calls.length = 0;
}
const isGathered = () => vi.waitFor(() => expect(lines.join('')).toContain('tables are gathered'), POLLING);
const navCalls = () => api.calls.map(({ address }) => address).filter((address) => address.startsWith('nav'));

describe('tables of other calls', () => {
  it('are gathered with all of their pages, the newest year first, and answered without a call', async () => {
    const onChanged = vi.fn();
    const source = start({ 'nav-{slug}': NAV }, onChanged);
    await isGathered();
    expect(navCalls()).toEqual([
      'nav?fund=7&year=2026&page=1',
      'nav?fund=7&year=2026&page=2',
      'nav?fund=7&year=2025&page=1',
    ]);
    expect(onChanged).toHaveBeenCalledTimes(2);
    const before = api.calls.length;
    const list = await answerOf(source, 'dataset');
    expect(list.data).toMatchObject({
      datasets: [
        {
          slug: 'nav-growth',
          name: 'Values of Growth Fund',
          latest: { text: 'NPR 12.5' },
          subject: { slug: 'growth' },
        },
      ],
    });
    const table = await answerOf(source, 'ne/dataset/nav-growth');
    expect(table.data).toMatchObject({ dataset: { name: 'Growth Fund को मूल्य', total: 4 } });
    expect(api.calls).toHaveLength(before);
  });

  it('name the rows that were not asked for, or are too old', async () => {
    const source = start({ 'nav-{slug}': NAV });
    await isGathered();
    const { faults } = await answerOf(source, 'dataset/nav-growth');
    expect(faults.map(({ reason }) => reason)).toEqual([
      '2025-05-31 is before 2025-06-01',
      '2024-01-01 was not asked for: the call was of 2025',
    ]);
  });

  it('ask for a year that is over once, and go on where an earlier process ended', async () => {
    start({ 'nav-{slug}': NAV });
    await isGathered();
    await end();
    // An hour and more later.
    setContentClock(() => Date.parse('2026-08-10T08:00:00Z'));
    api.answer('nav?fund=7&year=2026&page=1', page([row('2026-08-10', 12.6)]));
    const source = start({ 'nav-{slug}': NAV });
    await isGathered();
    expect(navCalls()).toEqual(['nav?fund=7&year=2026&page=1']);
    const { data: answer } = await answerOf(source, 'dataset/nav-growth');
    expect(answer).toMatchObject({ dataset: { latest: { value: '12.6' }, total: 2 } });
  });

  it('stand beside what a CMS says of their subject', async () => {
    api.answer('subject/growth', data({ report: [{ id: 1, name: 'A report' }] }));
    const source = start({ 'nav-{slug}': NAV });
    await isGathered();
    const { data: answer } = await answerOf(source, 'subject/growth');
    expect(answer).toMatchObject({
      report: [{ id: '1' }],
      datasets: [{ slug: 'nav-growth' }],
      main: { slug: 'nav-growth' },
    });
  });

  it('may be columns, by months, where nothing is an error', async () => {
    api.answer(
      'floor?year=2026&month=08',
      json(200, { date: ['2026-08-09', '2026-08-10'], nav: ['12.5000', '12.6000'] }),
    );
    api.answer('floor?year=2026&month=07', json(200, { error: true, message: 'No data found', data: null }));
    const source = start({
      floor: {
        ...NAV,
        each: undefined,
        name: 'Floor',
        path: 'floor?year={year}&month={month}',
        since: '2026-07',
        pages: undefined,
        rows: 'zip(date, nav)',
        subject: undefined,
        columns: [
          { key: 'date', value: '[0]', type: 'date' },
          { key: 'nav', value: '[1]', type: 'number' },
        ],
      },
    });
    await vi.waitFor(
      () => expect(api.calls.map(({ address }) => address)).toContain('floor?year=2026&month=07'),
      POLLING,
    );
    const { data: answer } = await answerOf(source, 'dataset/floor');
    expect(answer).toMatchObject({ dataset: { total: 2, latest: { value: '12.6000' } } });
  });

  it('are called as the API calls them now, and go with what it lists no more', async () => {
    api.answer('scheme', json(200, { scheme: [7, 8].map((id) => ({ id, slug: `fund-${id}`, name: `Fund ${id}` })) }));
    const mapping = { 'nav-{slug}': { ...NAV, path: 'nav?fund={id}' } };
    api.answer('nav', page([row('2026-08-09', 12.5)]));
    start(mapping);
    await isGathered();
    await end();
    api.answer('scheme', json(200, { scheme: [{ id: 8, slug: 'growth', name: 'Growth Fund' }] }));
    const source = start(mapping);
    await vi.waitFor(
      () => expect(lines.join('')).toContain('"table":"nav-fund-7","msg":"a table is taken away'),
      POLLING,
    );
    const { data: answer } = await answerOf(source, 'dataset');
    expect(answer).toMatchObject({ datasets: [{ slug: 'nav-growth', name: 'Values of Growth Fund', total: 1 }] });
    expect(navCalls()).toEqual([]);
  });

  it('have a name each', async () => {
    api.answer('scheme', json(200, { scheme: [7, 8, 9].map((id) => ({ id, slug: 'growth', name: `Fund ${id}` })) }));
    api.answer('nav', page([row('2026-08-09', 12.5)]));
    const source = start({ 'nav-{slug}': { ...NAV, path: 'nav?fund={id}' } });
    await isGathered();
    expect(lines.join('')).toContain('"leftOut":2,"msg":"tables of the same name: the first has it"');
    expect((await answerOf(source, 'dataset')).data).toMatchObject({ datasets: [{ name: 'Values of Fund 7' }] });
    expect(navCalls()).toEqual(['nav?fund=7']);
  });

  it('stay while the API lists nothing', async () => {
    const mapping = { 'nav-{slug}': { ...NAV, path: 'nav?fund={id}' } };
    api.answer('nav', page([row('2026-08-09', 12.5)]));
    start(mapping);
    await isGathered();
    await end();
    api.answer('scheme', json(200, { scheme: [] }));
    const source = start(mapping);
    await vi.waitFor(() => expect(lines.join('')).toContain('the list is empty'), POLLING);
    expect((await answerOf(source, 'dataset')).data).toMatchObject({ datasets: [{ slug: 'nav-growth' }] });
  });

  it('say which pages are left out of a table that is too large', async () => {
    api.answer('nav', page([row('2026-08-09', 12.5)], 1_000));
    start({ 'nav-{slug}': { ...NAV, path: 'nav?fund={id}&page={page}' } });
    await vi.waitFor(() => expect(lines.join('')).toContain('pages from 201 on of 1000, for all'), POLLING);
    expect(lines.filter((line) => line.includes('too large'))).toHaveLength(1);
  });

  it('are gathered though a call of another one fails each time', async () => {
    api.answer(
      'scheme',
      json(200, { scheme: [5, 6, 7, 8, 9].map((id) => ({ id, slug: `fund-${id}`, name: `Fund ${id}` })) }),
    );
    api.answer('nav', page([row('2026-08-09', 12.5)]));
    api.answer('nav?fund=5', failure(500));
    api.answer('nav?fund=7', failure(400));
    const source = start({ 'nav-{slug}': { ...NAV, path: 'nav?fund={id}' } });
    await isGathered();
    expect((await answerOf(source, 'dataset')).data).toMatchObject({
      datasets: [{ slug: 'nav-fund-6' }, { slug: 'nav-fund-8' }, { slug: 'nav-fund-9' }],
    });
    expect(lines.filter((line) => line.includes('cannot be gathered'))).toHaveLength(2);
  });

  it.each([
    ['three in a row fail', failure(500), 3],
    ['the API wants fewer calls', failure(429), 1],
  ])('wait if %s', async (_, behaviour, calls) => {
    api.answer('scheme', json(200, { scheme: [5, 6, 7, 8].map((id) => ({ id, slug: `fund-${id}`, name: 'Fund' })) }));
    api.answer('nav', behaviour);
    start({ 'nav-{slug}': { ...NAV, path: 'nav?fund={id}' } });
    await vi.waitFor(() => expect(lines.join('')).toContain('tables are gathered in part'), POLLING);
    expect(navCalls()).toHaveLength(calls);
  });

  describe('gathered before', () => {
    const MAPPING = { 'nav-{slug}': { ...NAV, path: 'nav?fund={id}&page={page}' } };
    beforeEach(async () => {
      api.answer('nav?fund=7&page=1', page([row('2026-08-09', 12.5)], 2));
      api.answer('nav?fund=7&page=2', page([row('2026-08-06', 12.4)], 2));
      start(MAPPING);
      await isGathered();
      await end();
      setContentClock(() => Date.parse('2026-08-10T08:00:00Z'));
    });
    const totalOf = async (source: ContentSource) => {
      const { data: answer } = await answerOf(source, 'dataset');
      return 'datasets' in answer ? answer.datasets : undefined;
    };

    it.each([
      ['an error with status 200', 1, json(200, { error: true, message: 'Failed', table: { data: [] } })],
      ['a body without rows', 1, json(200, { message: 'Maintenance' })],
      ['404', 1, failure(404)],
      ['404 for a later page', 2, failure(404)],
      ['null for a later page', 2, json(200, null)],
    ])('stay if the API answers %s', async (_, number, behaviour) => {
      api.answer(`nav?fund=7&page=${number}`, behaviour);
      const onChanged = vi.fn();
      const source = start(MAPPING, onChanged);
      await vi.waitFor(() => expect(lines.join('')).toContain('tables are gathered in part'), POLLING);
      expect(await totalOf(source)).toMatchObject([{ slug: 'nav-growth', total: 2 }]);
      expect(onChanged).not.toHaveBeenCalled();
      expect(lines.filter((line) => line.includes('cannot be gathered'))).toHaveLength(1);
    });

    it.each([
      ['by a list', page([])],
      ['in an envelope of its own', json(200, { error: null, table: { data: [], last_page: 1 } })],
    ])('go if the API says that there are none %s', async (_, behaviour) => {
      api.answer('nav?fund=7&page=1', behaviour);
      const source = start(MAPPING);
      await isGathered();
      expect(await totalOf(source)).toEqual([]);
    });
  });

  it('stay in their order', async () => {
    api.answer('scheme', json(200, { scheme: [7, 8, 9].map((id) => ({ id, slug: `fund-${id}`, name: 'Fund' })) }));
    api.answer('nav', page([row('2026-08-09', 12.5)]));
    const mapping = { 'nav-{slug}': { ...NAV, path: 'nav?fund={id}' } };
    start(mapping);
    await isGathered();
    await end();
    setContentClock(() => Date.parse('2026-08-10T08:00:00Z'));
    // The second one alone is renewed.
    for (const id of [7, 9]) api.answer(`nav?fund=${id}`, failure(400));
    const source = start(mapping);
    await vi.waitFor(() => expect(lines.join('')).toContain('tables are gathered in part'), POLLING);
    expect((await answerOf(source, 'dataset')).data).toMatchObject({
      datasets: [{ slug: 'nav-fund-7' }, { slug: 'nav-fund-8' }, { slug: 'nav-fund-9' }],
    });
  });

  it('keep the rows of a year that the API has no more', async () => {
    const mapping = { 'nav-{slug}': { ...NAV, since: '2026' } };
    start(mapping);
    await isGathered();
    await end();
    setContentClock(() => Date.parse('2027-01-02T06:00:00Z'));
    api.answer('nav?fund=7&year=2026&page=1', page([]));
    api.answer('nav?fund=7&year=2027&page=1', page([row('2027-01-01', 13)]));
    const source = start(mapping);
    await isGathered();
    expect(navCalls()).toEqual(['nav?fund=7&year=2027&page=1', 'nav?fund=7&year=2026&page=1']);
    expect((await answerOf(source, 'dataset/nav-growth')).data).toMatchObject({ dataset: { total: 4 } });
  });

  it('are said to be late while the API fails, once', async () => {
    api.answer('scheme', failure(500));
    start({ 'nav-{slug}': NAV });
    await vi.waitFor(() => expect(lines.join('')).toContain('a table cannot be gathered now'), POLLING);
    expect(lines.filter((line) => line.includes('cannot be gathered'))).toHaveLength(1);
    expect(navCalls()).toEqual([]);
  });
});
