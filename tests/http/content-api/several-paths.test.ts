import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import request from 'supertest';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { connectApi } from '../../../tools/connect/src/connect-api.ts';
import { importContent } from '../../../tools/import/src/import-content.ts';
import { runCommand } from '../../support/commands.ts';
import { startSite } from '../../support/site.ts';
import { type Behaviour, data, failure, hold, startUpstream, type TestUpstream } from '../../support/upstream.ts';

/* One list of an API that has a part of it under each of several paths: reports by category, notices by year. */

const MAPPING = `calls:
  report: { path: [reportContent?categoryid=1, reportContent?categoryid=2, reportContent?categoryid=3] }
  notice: { path: [notices/2081, notices/2082] }
  notice/{id}: { path: [notices/2081, notices/2082] }
`;
const PER_PAGE = 10;

let upstream: TestUpstream;
let dir: string;
let site: Awaited<ReturnType<typeof startSite>> | undefined;
beforeEach(async () => {
  upstream = await startUpstream();
  dir = await mkdtemp(join(tmpdir(), 'foyer-paths-test-'));
  await writeFile(join(dir, 'mapping.yaml'), MAPPING);
  upstream.answer('reportContent', (response, incoming) => {
    const { searchParams } = new URL(incoming.url ?? '', upstream.origin);
    const [category, page] = [Number(searchParams.get('categoryid')), Number(searchParams.get('page') ?? 1)];
    return data({ reports: page > PAGES ? [] : reports(category, page), pagination: paginator(page) })(
      response,
      incoming,
    );
  });
  upstream.answer('notices/2081', data({ notices: [notice(1), notice(2)] }));
  upstream.answer('notices/2082', data({ notices: [notice(2), notice(3)] }));
});
afterEach(async () => {
  await site?.close();
  site = undefined;
  await upstream.close();
  await rm(dir, { recursive: true });
});

const PAGES = 2;
const reports = (category: number, page: number) =>
  Array.from({ length: PER_PAGE }, (_, index) => {
    const number = (page - 1) * PER_PAGE + index + 1;
    return {
      id: category * 100 + number,
      name: `Report ${category}-${number}`,
      fiscal_year: `208${category}/8${category + 1}`,
      created_at: `202${category}-01-${10 + number}`,
    };
  });
const paginator = (page: number) => ({
  current_page: page,
  last_page: PAGES,
  per_page: PER_PAGE,
  total: PAGES * PER_PAGE,
});
const notice = (id: number) => ({ id, name: `Notice ${id}`, created_at: `2026-01-0${id}`, description: '<p>Text</p>' });

const environment = () => ({ FRONTAPI_URL: upstream.url, FRONTAPI_MAPPING: join(dir, 'mapping.yaml') });
async function open() {
  site = await startSite({ ...environment(), SEARCH: 'off' });
  const { app } = site;
  return async (address: string) => (await request(app).get(`/frontapi/en/${address}`)).body.data;
}
const callsOf = (name: string) => upstream.calls.filter(({ address }) => address.startsWith(name));

it('is one list, with its own pages, filters and order', async () => {
  const answer = await open();
  const first = await answer('report?per_page=50');
  expect(first.pagination).toEqual({ current_page: 1, last_page: 2, per_page: 50, total: 60 });
  expect(first.reports.slice(0, 2).map(({ name }: { name: string }) => name)).toEqual(['Report 3-20', 'Report 3-19']);
  const second = await answer('report?per_page=50&page=2');
  expect(second.reports).toHaveLength(10);
  const year = await answer('report?fiscal_year=2081/82');
  expect(year.pagination.total).toBe(20);
  expect(year.reports.map(({ name }: { name: string }) => name)).toContain('Report 1-20');
  // Read once for all of them: three paths of two pages.
  expect(callsOf('reportContent')).toHaveLength(6);
});

it('has no page after the last', async () => {
  await open();
  await request(site?.app ?? '')
    .get('/frontapi/en/report?page=6')
    .expect(404);
  await request(site?.app ?? '')
    .get('/frontapi/en/report?page=5')
    .expect(200);
});

it('is read for those who wait when who has asked first has left', async () => {
  const held = hold(data({ notices: [notice(1)] }));
  upstream.answer('notices/2081', held.behaviour);
  await open();
  const leaving = new AbortController();
  const first = site?.gateway.get('notice', {}, { signal: leaving.signal });
  await expect.poll(() => callsOf('notices/2081').length).toBe(1);
  const second = site?.gateway.get('notice', { per_page: '5' });
  // It has joined the first by then.
  await new Promise((resolve) => setTimeout(resolve, 50));
  leaving.abort(new Error('gone'));
  await expect(first).rejects.toThrow('gone');
  held.release();
  expect((await second)?.notices).toHaveLength(3);
});

it('has each item once, and an item under whichever path has it', async () => {
  const answer = await open();
  const { notices } = await answer('notice');
  expect(notices.map(({ id }: { id: string }) => id)).toEqual(['3', '2', '1']);
  expect((await answer('notice/3')).notice.name).toBe('Notice 3');
  expect(await answer('notice/9')).toBeUndefined();
});

it('is read again after a purge', async () => {
  const answer = await open();
  await answer('notice');
  upstream.answer('notices/2082', data({ notices: [notice(4)] }));
  expect((await answer('notice?per_page=5')).notices).toHaveLength(3);
  site?.gateway.purgeLocal({ entity: 'notice' });
  expect((await answer('notice')).notices.map(({ id }: { id: string }) => id)).toEqual(['4', '2', '1']);
});

it('shows what the other paths have if one fails, and says so', async () => {
  upstream.answer('notices/2082', failure(404));
  const answer = await open();
  expect((await answer('notice')).notices).toHaveLength(2);
  expect(JSON.stringify(site?.gateway.faults())).toContain('path 2 of mapping.yaml: there is no such path');
});

it('fails if all paths fail', async () => {
  for (const year of ['2081', '2082']) upstream.answer(`notices/${year}`, failure(500));
  await open();
  await request(site?.app ?? '')
    .get('/frontapi/en/notice')
    .expect(502);
  await request(site?.app ?? '')
    .get('/notice?whole=1')
    .expect(503);
});

it('is imported whole', async () => {
  const folder = join(dir, 'content');
  await runCommand(importContent, [upstream.url, folder], environment());
  const yaml = await readFile(join(folder, 'report.yaml'), 'utf8');
  expect(yaml.match(/name: Report/g)).toHaveLength(60);
});

it('is judged by connect with all of its paths', async () => {
  const nothing: Behaviour = failure(404);
  upstream.answer('notices/2081', nothing);
  const { stdout } = await runCommand(connectApi, [upstream.url, '--json', '--mapping', join(dir, 'mapping.yaml')], {
    DATA_DIR: join(dir, 'data'),
  });
  const calls: { call: string; state: string; items?: number; faults: { reason: string }[] }[] =
    JSON.parse(stdout).calls;
  expect(calls.find(({ call }) => call === 'report')).toMatchObject({ state: 'usable', items: 30 });
  const notices = calls.find(({ call }) => call === 'notice');
  expect(notices).toMatchObject({ state: 'lossy', items: 2 });
  expect(notices?.faults.map(({ reason }) => reason).join()).toContain('path 1 of mapping.yaml');
});
