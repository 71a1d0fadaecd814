import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { loadAll } from 'js-yaml';
import { Marked } from 'marked';
import { chromium } from 'playwright-core';
import * as z from 'zod';

/*
 * Prints the example organisation's documents: a short PDF for each /media/documents/*.pdf that the content names, made
 * of what stands beside the name.
 *
 *   node scripts/print-documents.mjs [content folder]
 */

const CONTENT = process.argv[2] ?? 'content';
const CHROMIUM = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';
const PLACE = '/media/documents/';

const fileSchema = z.object({ location: z.string(), name: z.string().optional() });
const itemSchema = z.object({
  name: z.string().optional(),
  lang: z.string().optional(),
  summary: z.string().optional(),
  files: z.array(fileSchema).default([]),
  documents: z.array(fileSchema).default([]),
  reference_no: z.string().optional(),
  fiscal_year: z.string().optional(),
  quarter: z.number().optional(),
  period_end: z.string().optional(),
  effective_date: z.string().optional(),
  created_at: z.string().optional(),
});
const siteSchema = z.object({
  name: z.string(),
  accent: z.string(),
  address: z.string(),
  copyright: z.string(),
  phones: z.array(z.string()),
  emails: z.array(z.string()),
});
/**
 * @typedef {z.output<typeof fileSchema>} File
 * @typedef {z.output<typeof itemSchema>} Item
 */

const site = siteSchema.parse(parse(await readFile(join(CONTENT, 'site.yaml'), 'utf8')));
const marked = new Marked({ gfm: true });

const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--headless', '--no-sandbox'] });
const page = await browser.newPage();
const documents = await namedDocuments();
for (const [location, { file, item, body }] of documents) {
  await page.setContent(html(file, item, body), { waitUntil: 'load' });
  const pdf = await page.pdf({
    format: 'A4',
    margin: { top: '22mm', bottom: '22mm', left: '24mm', right: '24mm' },
    tagged: false,
  });
  const path = join(CONTENT, location);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, pdf);
}
await browser.close();
process.stdout.write(`${documents.size} documents\n`);

/** The first value of a YAML text. @param {string} text */
function parse(text) {
  return loadAll(text)[0];
}

/** Each document by its location, with the item that names it. */
async function namedDocuments() {
  /** @type {Map<string, { file: File, item: Item, body: string }>} */
  const found = new Map();
  /** @type {(value: unknown, body: string) => void} */
  const collect = (value, body) => {
    const { data: item } = itemSchema.safeParse(value);
    if (!item) return;
    for (const file of [...item.files, ...item.documents]) {
      if (file.location.startsWith(PLACE) && !found.has(file.location)) found.set(file.location, { file, item, body });
    }
  };
  for (const entry of await readdir(CONTENT, { recursive: true })) {
    if (!/\.yaml$|\/.*\.md$/.test(entry)) continue;
    const text = await readFile(join(CONTENT, entry), 'utf8');
    if (entry.endsWith('.yaml')) {
      for (const value of [parse(text)].flat()) collect(value, '');
    } else {
      const [, front = '', body = ''] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(text) ?? [];
      collect(parse(front), body);
    }
  }
  return found;
}

/**
 * @param {File} file
 * @param {Item} item
 * @param {string} body
 */
function html(file, item, body) {
  const facts = [
    ['Reference', item.reference_no],
    ['Fiscal year', item.fiscal_year],
    ['Quarter', item.quarter],
    ['Period to', dateText(item.period_end)],
    ['In effect from', dateText(item.effective_date)],
    ['Date', dateText(item.created_at)],
  ].filter(([, value]) => value);
  const title = file.name ?? item.name ?? '';
  const isForm = /form|निवेदन|फाराम/i.test(title);
  return `<!doctype html><html lang="${item.lang ?? 'en'}"><meta charset="utf-8"><title>${title}</title>
<style>
  body { font: 11pt/1.55 'Source Sans 3', 'Noto Sans Devanagari', 'Liberation Sans', sans-serif; color: #1b1d20 }
  header { display: flex; justify-content: space-between; border-bottom: 2pt solid ${site.accent}; padding-bottom: 6pt; font-size: 9pt; color: #54595f }
  header b { font-size: 12pt; color: ${site.accent} }
  h1 { font-size: 19pt; line-height: 1.2; margin: 22pt 0 6pt }
  h2 { font-size: 13pt; margin: 16pt 0 4pt }
  table { border-collapse: collapse; width: 100%; margin: 10pt 0 }
  td, th { border-bottom: 0.5pt solid #bbb; padding: 4pt 8pt 4pt 0; text-align: left; vertical-align: top }
  td.number { text-align: right }
  .line { border-bottom: 0.75pt solid #888; height: 22pt; margin-bottom: 2pt }
  footer { margin-top: 26pt; border-top: 0.5pt solid #bbb; padding-top: 6pt; font-size: 8pt; color: #54595f }
</style>
<header><b>${site.name}</b><span>${site.address}</span></header>
<h1>${title}</h1>
<p>${item.summary ?? ''}</p>
${facts.length > 0 ? `<table>${facts.map(([name, value]) => `<tr><th>${name}</th><td>${value}</td></tr>`).join('')}</table>` : ''}
${isForm ? form() : marked.parse(body)}
${item.fiscal_year ? figures(item.fiscal_year, item.quarter) : ''}
<footer>${site.copyright} ${site.phones.join(', ')} · ${site.emails.join(', ')}</footer></html>`;
}

/** @param {string | undefined} value */
function dateText(value) {
  return value?.slice(0, 10);
}

function form() {
  const fields = [
    'Full name',
    "Father's or husband's name",
    'Citizenship number',
    'Permanent address',
    'Telephone',
    'Account number',
    'Date and signature',
  ];
  return fields.map((field) => `<div>${field}</div><div class="line"></div>`).join('');
}

/**
 * Plausible figures that are the same at each printing: they follow from the year and the quarter.
 * @param {string} fiscal_year
 */
function figures(fiscal_year, quarter = 4) {
  const years = Number(fiscal_year.slice(0, 4)) - 2078;
  const part = quarter / 4;
  /** @type {[string, number][]} */
  const lines = [
    ['Revenue from services', 14.2 * 1.11 ** years * part],
    ['Interest and dividends', 5.6 * 1.07 ** years * part],
    ['Staff and administration', -9.3 * 1.08 ** years * part],
    ['Depreciation', -1.1 * part],
    ['Profit before tax', (14.2 * 1.11 ** years + 5.6 * 1.07 ** years - 9.3 * 1.08 ** years - 1.1) * part],
  ];
  const rows = lines.map(([name, crore]) => `<tr><th>${name}</th><td class="number">${crore.toFixed(2)}</td></tr>`);
  return `<h2>Summary, in crore rupees</h2><table>${rows.join('')}</table><p>The figures are invented, as is the company.</p>`;
}
