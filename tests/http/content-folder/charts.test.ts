import request from 'supertest';
import { afterEach, describe, expect, it } from 'vitest';
import { type Folder, makeFolder, validFiles } from '../../support/folder.ts';
import { startSite, type TestSite } from '../../support/site.ts';

/* Charts on pages: of a content folder's CSV files, and of the tables that a CMS sends. */

let folder: Folder | undefined;
let site: TestSite | undefined;
afterEach(async () => {
  await site?.close();
  await folder?.remove();
  site = undefined;
  folder = undefined;
});
const get = (path: string) =>
  request(site?.app ?? expect.fail('no site'))
    .get(path)
    .set('User-Agent', 'Googlebot/2.1');
const textOf = async (path: string) => (await get(path).expect(200)).text;

const answer = (path: string, data: object) =>
  site?.upstream.answer(path, (response) => {
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ error: false, data }));
  });

const CSV = 'Date,Value\n2026-06-14,12.21\n2026-07-16,12.38\n';
const BLOG = [
  '---',
  'id: 1',
  'name: One',
  '---',
  '```chart',
  'type: line',
  'title: A unit',
  'unit: NPR',
  'file: /media/data/nav.csv',
  '```',
  '',
].join('\n');

describe('a chart of a content folder', () => {
  it('is a picture above its table, with the file to download', async () => {
    folder = await makeFolder({ ...validFiles, 'blogs/one.md': BLOG, 'media/data/nav.csv': CSV });
    site = await startSite({ CONTENT_DIR: folder.dir, LOCALES: 'en,ne' });
    const html = await textOf('/blogs/1');
    expect(html.match(/<svg[^>]* role="img"/g)).toHaveLength(1);
    expect(html).toContain(
      'aria-label="Line chart: A unit. From NPR 12.21 (June 14th 2026) to NPR 12.38 (July 16th 2026);',
    );
    expect(html).toContain('<td align="right">12.38</td>');
    expect(html).toContain('<a href="/media/data/nav.csv" download');
    // The text is not translated: its dates stay in its language.
    expect(await textOf('/ne/blogs/1')).toContain('<time datetime="2026-07-16">July 16th 2026</time>');
    const { headers, text } = await get('/media/data/nav.csv').expect(200);
    expect(headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(headers['content-disposition']).toBe('attachment');
    expect(text).toBe(CSV);
    expect((await get('/frontapi/en/blogs')).body.data.blogs[0].description_text).not.toMatch(/CSV|As a table|svg/);
  });

  it('changes with its file', async () => {
    folder = await makeFolder({ ...validFiles, 'blogs/one.md': BLOG, 'media/data/nav.csv': CSV });
    site = await startSite({ CONTENT_DIR: folder.dir });
    expect(await textOf('/blogs/1')).not.toContain('12.99');
    await folder.write({ 'media/data/nav.csv': `${CSV}2026-08-16,12.99\n` });
    await expect.poll(() => textOf('/blogs/1')).toContain('NPR 12.99 (August 16th 2026)');
  });
});

describe('a figure of a CMS', () => {
  it('is drawn in any text, and a table that cannot be drawn is logged', async () => {
    site = await startSite();
    const table = '<table><tr><th>Year</th><th>Cash</th></tr><tr><td>2080/81</td><td>7 %</td></tr></table>';
    const description = `<p>Paid.</p><figure data-chart="bar">${table}</figure><figure data-chart="pie">${table}</figure>`;
    answer('blogs/1', { blog: { id: 1, name: 'One', description } });
    const html = await textOf('/blogs/1');
    expect(html.match(/<svg[^>]* role="img"/g)).toHaveLength(1);
    expect(html.match(/<table>/g)).toHaveLength(2);
    expect(JSON.stringify(site.log)).toContain('pie is no type of chart');
  });
});

describe('the shareholders of a company', () => {
  it('are drawn above their table, whatever picture the CMS sends', async () => {
    site = await startSite();
    const shareholders = [
      { name: 'Staff "<b>', percent: 5.5 },
      { name: 'Public', percent: 94.5 },
    ];
    const company = { legal_name: 'One', shareholders, shareholders_chart: '<script>alert(1)</script>' };
    answer('companyInfo', { company });
    const html = await textOf('/companyInfo');
    expect(html).toContain('aria-label="Shares of a whole. Public 94.5 %, Staff &#x22;<b> 5.5 %."');
    expect(html).toContain('>Staff "&#x3C;b></text>');
    expect(html).not.toContain('alert(1)');
  });
});
