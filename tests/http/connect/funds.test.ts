import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import request from 'supertest';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openUpstream } from '../../../packages/cms/src/open-upstream.ts';
import type { Upstream } from '../../../packages/cms/src/upstream.ts';
import { startGathering } from '../../../packages/gathering/src/gather.ts';
import { setContentClock } from '../../../packages/model/src/dates/time.ts';
import { connectApi } from '../../../tools/connect/src/connect-api.ts';
import { runCommand } from '../../support/commands.ts';
import { type Manner, startFundPlatform } from '../../support/fund-platform.ts';
import { POLLING } from '../../support/polling.ts';
import { startSite, type TestSite } from '../../support/site.ts';
import type { TestUpstream } from '../../support/upstream.ts';

/* What an investor asks of a fund manager's site: from `connect --write` to the answers, without a line of code. */

describe.each<Manner>(['open', 'paged', 'typed'])('the platform in the manner "%s"', (manner) => {
  const isTyped = manner === 'typed';
  let dir: string;
  let api: TestUpstream;
  let site: TestSite;
  let upstream: Upstream;
  let stop: () => void;
  let said: string;

  beforeAll(async () => {
    setContentClock(() => Date.parse('2026-08-10T06:00:00Z'));
    dir = await mkdtemp(join(tmpdir(), 'foyer-funds-test-'));
    api = await startFundPlatform(manner);
    const mapping = join(dir, 'mapping.yaml');
    const args = [api.url, '--write', '--file', mapping, '--locales', 'en,ne'];
    said = (await runCommand(connectApi, args, { DATA_DIR: join(dir, 'connect') })).stdout;
    site = await startSite({
      FRONTAPI_URL: api.url,
      FRONTAPI_MAPPING: mapping,
      DATA_DIR: join(dir, 'data'),
      LOCALES: 'en,ne',
      UPSTREAM_BUDGET: '60000',
    });
    if (!site.config.upstream) throw new Error('no upstream');
    upstream = openUpstream(site.config, site.config.upstream);
    const lines: string[] = [];
    const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) });
    stop = startGathering(site.config, upstream, log, () => site.gateway.purge());
    await vi.waitFor(() => expect(lines.join('')).toContain('"tables are gathered"'), POLLING);
  });
  afterAll(async () => {
    stop();
    setContentClock(() => Date.now());
    await upstream.close();
    await site.close();
    await api.close();
    await rm(dir, { recursive: true });
  });

  const page = async (path: string) => {
    const { text } = await request(site.app).get(path).set('User-Agent', 'Googlebot').expect(200);
    // What is between two words of a cell is no matter here.
    return text
      .replace(/<(script|style)\b.*?<\/\1>/gs, '')
      .replace(/<[^>]*>/g, ' ')
      .replace(/\s+/g, ' ');
  };

  it('is in what connect says that a visitor gains', () => {
    expect(said).toContain('/data/funds: 3 funds');
    expect(said).toMatch(/\/data: daily values of 3 funds.*\/data: weekly values.*\/data: monthly values/s);
  });

  it('1. what is the value of a fund, and of which day?', async () => {
    const home = await page('/');
    expect(home).toContain(
      manner === 'open'
        ? 'NPR 14.31 Aarambha Equity Fund August 9th 2026'
        : 'NPR 12.35 Aarambha Equity Fund August 7th 2026',
    );
    expect(home).toContain('Bishwas Balanced Fund');
  });

  it('2. how has it done, month by month? In a file', async () => {
    const { text } = await request(site.app).get('/data/nav-monthly-aarambha-equity-fund/table.csv').expect(200);
    const rows = text.trim().split(/\r?\n/).slice(1);
    expect(rows.map((row) => row.split(',').at(-1))).toEqual(['12.05', '11.9']);
  });

  it('3. what was it in the last week of Falgun 2082?', async () => {
    const found = await page('/data/nav-weekly-aarambha-equity-fund?search=Falgun+2082');
    expect(found).toContain('March 13th 2026 11.42');
    expect(found).not.toContain('12.2 ');
  });

  it('4. which funds are there, and which is open-end?', async () => {
    const funds = await page('/data/funds');
    expect(funds).toMatch(/Aarambha Equity Fund.*Bishwas Balanced Fund.*Dhairya Bachat Fund - E/);
    if (!isTyped) expect(funds).toMatch(/Dhairya Bachat Fund - E (DBFE )?open/);
  });

  it('5. where is the report of a fund for the second quarter?', async () => {
    const reports = await page('/report?subject=bishwas-balanced-fund');
    expect(reports).toContain('2082/83');
    expect(reports).toContain('BBF Quarter 2 FY 2082/83');
    expect(reports).not.toContain('AEF ');
    expect(await page('/report')).toContain('BBF Quarter 2 FY 2082/83');
  });

  it('6 and 7. which issues are there, and where are results asked for?', async () => {
    // That API has no list of issues.
    const { text } = await request(site.app)
      .get('/data/issues')
      .expect(isTyped ? 404 : 200);
    if (isTyped) return;
    expect(text).toContain('Nirman Cement Limited - IPO');
    expect(text).toContain('href="https://iporesult.cdsc.com.np/"');
  });

  it('8 and 9. all documents of one company: what did it distribute?', async () => {
    const notices = await page('/notice?subject=aarambha-equity-fund');
    expect(notices).toContain('Distribution of Aarambha Equity Fund');
    expect(notices).not.toContain('Book closure of Bishwas');
  });

  it('10. the same in Nepali, with Nepali days', async () => {
    const table = await page('/ne/data/nav-weekly-aarambha-equity-fund');
    expect(table).toContain('Aarambha Equity Fund को साप्ताहिक खुद सम्पत्ति मूल्य');
    expect(table).toMatch(/रु\. १२\.३५ २०८३ साउन २२/);
  });
});
