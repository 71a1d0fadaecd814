import { createHash } from 'node:crypto';
import { CHART_TYPES, MAX_CHARTS, mayBeBikramSambat, readChart } from '@foyer/charts';
import { createParseContext } from '@foyer/gateway';
import { issuesOf, list, object, optional, text } from '@foyer/model';
import leven from 'leven';
import { MAX_MARKDOWN_CHARS } from './bounded-markdown.ts';
import { type Csv, parseCsv, readCsv } from './csv-file.ts';
import type { Fault } from './faults.ts';
import type { MediaFiles } from './media-files.ts';
import { parseYaml, YamlError } from './parse-yaml.ts';
import { escapeHtml } from './plain-text.ts';
import { createPositionFinder, type Position } from './text-position.ts';
import { createYamlLocator } from './yaml-positions.ts';

/*
 * A block ```chart of a Markdown text: YAML that says what is drawn, and a CSV file, or CSV lines below an empty line. It
 * becomes a figure around a table; the gateway draws it, as that of every upstream.
 */

export const CHART_LANGUAGE = 'chart';

const strict = { ...createParseContext({ timeZone: 'UTC', videoOrigins: [], onDropped: () => {} }), strict: true };
const schema = object(strict, {
  type: text,
  title: optional(strict, text),
  file: optional(strict, text),
  unit: optional(strict, text),
  /** The names of the columns to draw. */
  columns: list(strict, 'columns', text),
  /** Names in the place of those in the file, which editions share. */
  headers: list(strict, 'headers', text),
});

interface BlockFault {
  /** Of the field; empty: of the block. */
  path: PropertyKey[];
  message: string;
  /** Of an error in the YAML: the index in the block. */
  offset?: number;
}
type Block = { html: string; rows: string[][] } | { faults: BlockFault[] };

/** The HTML of a block; empty if it has a fault. */
export function chartHtml(block: string, media: MediaFiles): string {
  const read = readBlock(block, media);
  return 'html' in read ? read.html : '';
}

const HAS_CHART = /(?:`{3}|~{3})[ \t]*chart/;

/** The faults of the charts in a Markdown text, by the position in it, and a digest of the data that they show. */
export function inspectCharts(markdown: string, media: MediaFiles): { faults: Omit<Fault, 'file'>[]; digest: string } {
  // A longer text is shown as it is written.
  if (markdown.length > MAX_MARKDOWN_CHARS || !HAS_CHART.test(markdown)) return { faults: [], digest: '' };
  const faults: Omit<Fault, 'file'>[] = [];
  const hash = createHash('sha256');
  for (const [index, { block, line }] of blocksIn(markdown).entries()) {
    const read: Block =
      index < MAX_CHARTS
        ? readBlock(block, media)
        : { faults: [{ path: [], message: `more than ${MAX_CHARTS} charts: left out` }] };
    if ('html' in read) hash.update(JSON.stringify(read.rows));
    else {
      const positionOf = positionFinder(block, line);
      for (const fault of read.faults) faults.push({ ...positionOf(fault), message: messageOf(fault) });
    }
  }
  return { faults, digest: hash.digest('base64url') };
}

const messageOf = ({ path, message }: BlockFault) => ['chart', ...path, message].join(': ');

/** @param line of the text, in which the block's first line is */
function positionFinder(block: string, line: number): (fault: BlockFault) => Position {
  let offsetOf: ReturnType<typeof createYamlLocator> | undefined;
  const positionAt = createPositionFinder(block);
  return ({ path, offset }) => {
    if (path.length > 0) offsetOf ??= createYamlLocator(divide(block).yaml);
    const position = positionAt(offset ?? offsetOf?.(path) ?? 0);
    return { line: line + position.line - 1, column: position.column };
  };
}

const FENCE = /^\s*(`{3,}|~{3,})/;

/** The fenced blocks of charts, each with the line on which its content begins. A block inside another one is its text. */
function blocksIn(markdown: string): { block: string; line: number }[] {
  const blocks: { block: string; line: number }[] = [];
  const lines = markdown.split(/\r\n?|\n/);
  let open: { fence: string; language: string; start: number } | undefined;
  const close = (end: number) => {
    if (open?.language === CHART_LANGUAGE)
      blocks.push({ block: lines.slice(open.start, end).join('\n'), line: open.start + 1 });
    open = undefined;
  };
  for (const [index, line] of lines.entries()) {
    const [indented = '', fence] = FENCE.exec(line) ?? [];
    if (fence === undefined) continue;
    const language = line.slice(indented.length).trim();
    // A text in backticks may begin a line.
    if (fence.startsWith('`') && language.includes('`')) continue;
    if (!open) open = { fence, language, start: index + 1 };
    else if (language === '' && fence.startsWith(open.fence)) close(index);
  }
  close(lines.length);
  return blocks;
}

/** Of a block without its CSV lines: the names of its columns, and a title. */
const MAX_YAML_CHARS = 5_000;

function divide(block: string): { yaml: string; csv: string } {
  const [yaml = ''] = block.split(/\n[ \t]*\n/, 1);
  return { yaml, csv: block.slice(yaml.length).trim() };
}

function readBlock(block: string, media: MediaFiles): Block {
  const { yaml, csv: lines } = divide(block);
  const fault = (message: string, ...path: PropertyKey[]): Block => ({ faults: [{ path, message }] });
  if (yaml.length > MAX_YAML_CHARS)
    return fault(`more than ${MAX_YAML_CHARS.toLocaleString('en')} characters above the CSV lines`);
  const value = readYaml(yaml);
  if (value instanceof YamlError) return { faults: [{ path: [], message: value.message, offset: value.offset }] };
  const result = schema.safeParse(value ?? {});
  if (!result.success) return { faults: issuesOf(result.error) };
  const { type, title = '', file, unit = '', columns, headers } = result.data;
  if (!CHART_TYPES.some((known) => known === type)) return fault(`not a type of chart${suggestion(type)}`, 'type');
  if (file === undefined && lines === '') return fault('expected a file, or CSV lines below an empty line');
  if (file !== undefined && lines !== '') return fault('there are CSV lines, too: expected one of both', 'file');
  const csv: Csv = file === undefined ? parseCsv(lines) : readCsv(media, file);
  const dataFault = (message: string) => (file === undefined ? fault(message) : fault(`${file}: ${message}`, 'file'));
  if ('fault' in csv) return dataFault(csv.fault);
  const [names = [], ...rows] = csv.rows;
  const ofBikramSambat = rows.map(([label = '']) => label).find(mayBeBikramSambat);
  if (ofBikramSambat !== undefined)
    return dataFault(`${ofBikramSambat} may be Bikram Sambat: expected Gregorian days, as 2026-08-09`);
  if (headers.length > 0 && headers.length !== names.length)
    return fault(`${headers.length} names for ${names.length} columns`, 'headers');
  const header = headers.length > 0 ? headers : names;
  const unknown = columns.findIndex((name) => !names.includes(name) && !header.includes(name));
  if (unknown >= 0)
    return fault(`there is no column ${columns[unknown]}: expected ${names.join(', ')}`, 'columns', unknown);
  const drawn = columns.map((name) => Math.max(names.indexOf(name), header.indexOf(name)));
  const table = [header, ...rows];
  const chart = readChart(table, { type, title, locale: 'en', columns: drawn, unit });
  if (typeof chart === 'string') return dataFault(chart);
  return { html: figureHtml(table, { type, title, file, unit, columns: drawn }), rows: csv.rows };
}

function readYaml(text: string): unknown {
  try {
    return parseYaml(text);
  } catch (error) {
    if (error instanceof YamlError) return error;
    throw error;
  }
}

/** Typing errors up to which a type is suggested. */
const TYPING_ERRORS = 2;

/** Parts of a whole, as other programs draw them. */
const SHARES = /^(?:pie|donut|doughnut)/i;

function suggestion(type: string): string {
  if (SHARES.test(type)) return ': write share';
  const near = CHART_TYPES.find((known) => leven(known, type.slice(0, 20).toLowerCase()) <= TYPING_ERRORS);
  return near ? `: did you mean ${near}?` : `: expected one of ${CHART_TYPES.join(', ')}`;
}

interface Figure {
  type: string;
  title: string;
  file?: string;
  unit: string;
  columns: number[];
}

function figureHtml([header = [], ...rows]: string[][], { type, title, file, unit, columns }: Figure): string {
  const attribute = (name: string, value: string) => (value === '' ? '' : ` data-${name}="${escapeHtml(value)}"`);
  const row = (cells: string[]) =>
    `<tr>${header.map((_, column) => `<td>${escapeHtml(cells[column] ?? '')}</td>`).join('')}</tr>`;
  const head = header.map((name) => `<th scope="col">${escapeHtml(name)}</th>`).join('');
  const places = columns.map((column) => column + 1).join(' ');
  return [
    `<figure data-chart="${type}"${attribute('columns', places)}${attribute('unit', unit)}>`,
    title && `<figcaption>${escapeHtml(title)}</figcaption>`,
    `<table><thead><tr>${head}</tr></thead><tbody>${rows.map(row).join('')}</tbody></table>`,
    file && `<p><a href="${escapeHtml(encodeURI(file))}">CSV</a></p>`,
    '</figure>\n',
  ]
    .filter(Boolean)
    .join('');
}
