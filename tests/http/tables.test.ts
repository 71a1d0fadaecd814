import request from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeFolder, validFiles } from '../support/folder.ts';
import { startSite, type TestSite } from '../support/site.ts';

/* The example's tables, its funds and what names them, its calculators: status, head, cache header, content. */

let site: TestSite;
beforeAll(async () => {
  site = await startSite({ CONTENT_DIR: 'content', LOCALES: 'en,ne' });
});
afterAll(() => site.close());

const get = (path: string) => request(site.app).get(encodeURI(path)).set('User-Agent', 'Googlebot/2.1');
const page = async (path: string): Promise<string> => (await get(path).expect(200)).text;
const textOf = (html: string) => html.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ');
const canonicalOf = (html: string) => /<link rel="canonical" href="([^"]+)"/.exec(html)?.[1];

describe('the list of tables', () => {
  it('has them by what they are about, with their newest values', async () => {
    const response = await get('/data').expect(200);
    expect(response.headers['cache-control']).toContain('s-maxage=60');
    expect(response.text).toContain('<title>Values and rates');
    const text = textOf(response.text);
    expect(text).toMatch(/Aarambha Equity Fund .*Net asset value \(NAV\) of Aarambha Equity Fund .*NPR 14\.45/);
    expect(text).toMatch(/Costs .*10\.26 %/);
  });

  it('is a feed, in the order of their days', async () => {
    const { text } = await get('/data/feed.xml').expect(200);
    expect(text.indexOf('issues</id>')).toBeLessThan(text.indexOf('nav-bishwas-balanced</id>'));
    expect(text).toContain('<summary>NPR 14.45 · ');
  });
});

describe('a table', () => {
  it('has its rows, its chart, its description for search engines and its file', async () => {
    const response = await get('/data/nav-aarambha-equity').expect(200);
    expect(response.headers['cache-control']).toContain('s-maxage=60');
    const html = response.text;
    expect(html).toContain('<title>Net asset value (NAV) of Aarambha Equity Fund');
    expect(canonicalOf(html)).toMatch(/\/data\/nav-aarambha-equity$/);
    expect(html).toContain('"@type":"Dataset"');
    expect(html).toContain('/data/nav-aarambha-equity/table.csv');
    expect(html).toContain('<figure data-chart="line"');
    expect(textOf(html)).toContain('1 to 25 of 781 rows');
    expect(html.match(/<tr>/g)).toHaveLength(26);
  });

  it('finds a week by its month in Bikram Sambat, in both languages', async () => {
    for (const path of ['/data', '/ne/data'])
      for (const words of ['Falgun 2082', 'फागुन २०८२']) {
        const html = await page(`${path}/nav-bishwas-balanced?search=${words}`);
        expect(html.match(/<tr>/g)).toHaveLength(5);
        expect(html).toContain('noindex');
      }
    expect(textOf(await page('/ne/data/nav-bishwas-balanced?search=फागुन २०८२'))).toContain('२०८२ फागुन २८');
  });

  it('says which issues are open, and filters by that', async () => {
    const html = await page('/data/issues?filter=state:allotted&sort=-units');
    expect(html.match(/<tr>/g)).toHaveLength(4);
    expect(html).toContain('<th scope="col" aria-sort="descending"');
    expect(html).toContain('<option value="state:allotted" selected="">');
    expect(textOf(html)).toContain('Result of the allotment');
  });

  it('has its rows of a fiscal year', async () => {
    const text = textOf(await page('/data/margin-rates?from=2024-07-16&to=2025-07-16'));
    expect(text).toContain('12 rows');
    expect(text).toMatch(/Asar 2082 .* Shrawan 2081/);
  });

  it('has a page 2, and none after the last', async () => {
    expect(canonicalOf(await page('/data/unclaimed-dividends?page=2'))).toMatch(/\?page=2$/);
    await get('/data/unclaimed-dividends?page=17').expect(404);
    await get('/data/nothing').expect(404);
    await get('/data/issues?from=yesterday').expect(400);
    await get('/data/issues?sort=a b').expect(400);
  });
});

describe('the file of a table', () => {
  it('has all rows with plain values, and a name', async () => {
    const response = await get('/data/nav-monthly/table.csv').expect(200);
    expect(response.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="nav-monthly.csv"',
      'cache-control': 'public, max-age=60',
    });
    const lines = response.text.split('\r\n');
    expect(lines[0]).toBe('\uFEFFMonth,Aarambha Equity Fund,Bishwas Balanced Fund');
    expect(lines[1]).toBe('2083-07,14.38,13.89');
    expect(lines).toHaveLength(37);
  });

  it('has what its page shows, on all of its pages, in the language of the page', async () => {
    const { text } = await get('/ne/data/unclaimed-dividends/table.csv?filter=year:2082/83&sort=-amount').expect(200);
    const [head, ...rows] = text.trimEnd().split('\r\n');
    expect(head).toBe('\uFEFFनाम,सेयरधनी नम्बर,जिल्ला,आर्थिक वर्ष,रकम');
    expect(rows.length).toBeGreaterThan(25);
    const amounts = rows.map((row) => Number(row.split(',').at(-1)));
    expect(amounts).toEqual([...amounts].sort((a, b) => b - a));
  });

  it('is none of a table that does not exist, or with days that are none', async () => {
    await get('/data/nothing/table.csv').expect(404).expect('Cache-Control', 'no-store');
    await get('/data/issues/table.csv?from=x').expect(400);
  });
});

describe('a fund', () => {
  it('has its page below the service that it belongs to, with all that names it', async () => {
    const response = await get('/services/mutual-fund/aarambha-equity').expect(200);
    expect(response.headers['cache-control']).toContain('s-maxage=300');
    const text = textOf(response.text);
    expect(text).toMatch(/Home .*Mutual fund .*Aarambha Equity Fund/);
    for (const part of [
      'NPR 14.45',
      'Open-ended, without an end date',
      'Aarambha Equity Fund, fourth quarter 2082/83',
      'distributes 8 per cent',
    ])
      expect(text).toContain(part);
    expect(text).toContain('One unit was worth NPR 14.45 (November 22nd 2026).');
    expect(canonicalOf(await page('/services/aarambha-equity'))).toMatch(/\/services\/mutual-fund\/aarambha-equity$/);
    await get('/services/demat/aarambha-equity').expect(404);
  });

  it('stands on the page of its service, and in the sitemap once', async () => {
    expect(await page('/services/mutual-fund')).toContain('href="/services/mutual-fund/aarambha-equity"');
    const { text } = await get('/sitemap.xml').expect(200);
    expect(text).toContain('/services/mutual-fund/aarambha-equity</loc>');
    expect(text).not.toContain('/services/aarambha-equity</loc>');
    expect(text).toContain('/data/issues</loc>');
  });

  it('is a filter of lists', async () => {
    for (const [path, count] of [
      ['/report', 2],
      ['/notice', 1],
      ['/data', 2],
    ] as const) {
      const html = await page(`${path}?subject=bishwas-balanced`);
      expect(textOf(html)).toContain(`Bishwas Balanced Fund (${count})`);
    }
  });
});

describe('a value that is named', () => {
  it('stands among the figures of home, with its day and its line', async () => {
    const html = await page('/');
    expect(html).toMatch(
      /<strong>NPR 14\.45<\/strong><a href="\/data\/nav-aarambha-equity">[^<]+<\/a><small>November 22nd 2026<\/small><small class="[^"]+">from [\d.]+ ?(<!-- -->)?<svg/,
    );
    expect(textOf(await page('/ne'))).toContain('रु. १४.४५');
  });
});

describe('the last months of a table', () => {
  it('begin on the last day of a month that is shorter', async () => {
    const { dir, remove } = await makeFolder({
      ...validFiles,
      'data/prices.md':
        '---\nname: Prices\ncolumns:\n  - { key: day, type: date }\n  - { key: price, type: number }\n---\n',
      'data/prices.csv': 'day,price\n2024-02-29,10\n2025-02-28,11\n2025-05-31,12\n',
    });
    const folder = await startSite({ CONTENT_DIR: dir });
    const { text } = await request(folder.app).get('/data/prices').expect(200);
    await folder.close();
    await remove();
    expect(text).toContain('?from=2025-02-28"');
    expect(text).toContain('?from=2024-05-31"');
  });
});

describe('an issue that opens and closes', () => {
  it('is among the next dates of home', async () => {
    const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
    const { dir, remove } = await makeFolder({
      ...validFiles,
      'data/issues.md':
        '---\nname: Issues\ncolumns:\n  - { key: opens, label: Opens, type: date }\n  - { key: closes, label: Closes, type: date }\n  - { key: name }\n  - { key: state, type: state, from: opens, until: closes }\n---\n',
      'data/issues.csv': `opens,closes,name,state\n${inDays(-3)},${inDays(5)},Growth,\n${inDays(9)},${inDays(12)},Hydro,cancelled\n`,
    });
    const folder = await startSite({ CONTENT_DIR: dir });
    const { text } = await request(folder.app).get('/').set('User-Agent', 'Googlebot/2.1').expect(200);
    await folder.close();
    await remove();
    expect(text).toContain('<a href="/data/issues">Closes: Growth</a>');
    expect(text).not.toContain('Hydro');
  });
});

describe('a calculator', () => {
  it('answers with what the content begins with, and with what a visitor asks', async () => {
    const html = await page('/page/what-a-monthly-plan-becomes');
    expect(textOf(html)).toContain('Value at the end NPR 5,52,497');
    expect(html).not.toContain('noindex');
    const asked = await page('/ne/page/margin-loan?amount=१०,००,०००&rate=10.26&months=36');
    expect(textOf(asked)).toContain('रु. ३२,३८९');
    expect(asked).toContain('noindex');
    expect(canonicalOf(asked)).toMatch(/\/ne\/page\/margin-loan$/);
  });

  it('answers on the pages with addresses of their own too', async () => {
    const calculator = 'calculator: { type: emi, rate: 10, amount: 100000, months: 12 }';
    const files = ['introduction', 'profile', 'about'].map((name, index) => [
      `page/${name}.md`,
      `---\nid: ${index + 1}\nname: ${name}\n${calculator}\n---\nText.\n`,
    ]);
    const folder = await makeFolder({ ...validFiles, ...Object.fromEntries(files) });
    const own = await startSite({ CONTENT_DIR: folder.dir });
    for (const path of ['/introduction', '/profile', '/about']) {
      const { text } = await request(own.app).get(`${path}?amount=250000&rate=12&months=24`).expect(200);
      expect(text).toContain('name="amount" value="250000"');
      expect(textOf(text)).toContain('NPR 11,768');
      expect(text).toContain('noindex');
    }
    await own.close();
    await folder.remove();
  });

  it('takes its rate from a table', async () => {
    expect(await page('/page/margin-loan')).toContain('name="rate" value="10.26"');
  });

  it('says calmly what it cannot read', async () => {
    const html = await page('/page/what-a-monthly-plan-becomes?amount=much&rate=101&months=1.5');
    expect(html.match(/aria-invalid="true"/g)).toHaveLength(3);
    expect(textOf(html)).toContain('Write per cent from 0 to 100.');
    expect(textOf(html)).not.toContain('Value at the end');
  });
});
