import type { Locale } from '@foyer/messages';
import type { Element, ElementContent, Text } from 'hast';
import { type Chart, readChart } from './chart.ts';
import { isDate, readLabel } from './chart-labels.ts';
import { downloadWords, tableWords } from './chart-words.ts';
import { drawChart } from './draw-chart.ts';

/*
 * A `<figure data-chart="line">` around a table, in the text of any upstream, gets a picture of the table's numbers. It is
 * built anew from its caption, its table and its link to a CSV file, so that the figure that this server has written gives
 * the same one again.
 */

/** Charts in one answer. */
export const MAX_CHARTS = 20;
/** A longer table is folded below its picture. */
const OPEN_ROWS = 12;
/** Characters of a caption in the picture's description. */
const MAX_TITLE_CHARACTERS = 200;
const CSV_FILE = /\.csv(?:[?#]|$)/i;
/** Tables and figures inside a cell are no text of it. */
const NESTED = new Set(['table', 'figure', 'iframe', 'img']);

interface Cell {
  element: Element;
  text: string;
}

export const isChartFigure = ({ tagName, properties }: Element): boolean =>
  tagName === 'figure' && 'dataChart' in properties;

interface DrawOptions {
  /** The plain text of an element, on one line. */
  textOf(element: Element): string;
  /** Of the edition. */
  locale: Locale;
  /** How many charts the answer may still have. */
  chartsLeft: number;
}

/**
 * Draws the chart of a sanitised figure. A figure that cannot be drawn stays as it is, without the attributes of a chart.
 * @returns its caption, and the reason why it is not drawn; undefined if it is
 */
export function drawFigure(figure: Element, options: DrawOptions): { caption: string; reason?: string } {
  const { textOf, locale } = options;
  const { dataChart, dataColumns, dataUnit, ...others } = figure.properties;
  const caption = figure.children.find((child) => isElement(child, 'figcaption'));
  const elements = figure.children.flatMap((child) => (child === caption ? [] : withDescendants(child)));
  const table = elements.find(({ tagName }) => tagName === 'table');
  const inTable = new Set(table && withDescendants(table));
  const link = elements.find((element) => isCsvLink(element) && !inTable.has(element));
  const title = (caption ? textOf(caption) : '').slice(0, MAX_TITLE_CHARACTERS).toWellFormed();
  const chart = readFigure();
  if (typeof chart === 'string') {
    figure.properties = others;
    return { caption: title, reason: chart };
  }
  figure.children = [
    ...(caption ? [caption] : []),
    drawChart(chart),
    ...(table ? [folded(table, chart)] : []),
    ...(link ? [download(link, chart.locale)] : []),
  ];
  return { caption: title };

  function readFigure(): Chart | string {
    if (options.chartsLeft <= 0) return `more than ${MAX_CHARTS} charts in one answer`;
    const given = table ? cellsOf([...inTable].slice(1), textOf) : 'no table';
    if (typeof given === 'string') return given;
    const [header = [], ...rows] = given;
    const isFalling = areInOrder(rows.toReversed());
    const cells = [header, ...(isFalling ? rows.toReversed() : rows)];
    const texts = cells.map((row) => row.map(({ text }) => text));
    const unit = typeof dataUnit === 'string' ? dataUnit : '';
    const read = readChart(texts, { type: String(dataChart), title, locale, columns: columnsOf(dataColumns), unit });
    if (typeof read === 'string') return read;
    if (areInOrder(rows)) reverseRows([...inTable]);
    localise(cells, read);
    return read;
  }
}

const TIME = /^[\d०-९]{4}(?!\p{L}|[\d०-९])/u;

/** Whether rows begin with years or days, the oldest first: so a chart goes from left to right, and its table from the newest down. */
const areInOrder = (rows: Cell[][]): boolean =>
  rows.length > 1 &&
  rows.every(([cell], index) => {
    const previous = rows[index - 1]?.[0]?.text ?? '';
    return cell !== undefined && TIME.test(cell.text) && previous < cell.text;
  });

/** The rows below the head of a table. @param elements of it */
function reverseRows(elements: Element[]): void {
  const [body, ...others] = elements.filter(({ tagName }) => tagName === 'tbody');
  if (!body || others.length > 0) return;
  const [head] = elements.filter(({ tagName }) => tagName === 'tr');
  const isRow = (node: ElementContent) => isElement(node, 'tr') && node !== head;
  const rows = body.children.filter(isRow);
  body.children = body.children.map((node) => (isRow(node) ? (rows.pop() ?? node) : node));
}

/** `data-columns="2 4"`: the places of columns, from 1. A browser and hast agree that it is one string. */
const columnsOf = (value: unknown): number[] =>
  typeof value === 'string' || typeof value === 'number'
    ? (String(value).match(/\d{1,3}/g) ?? []).map((column) => Number(column) - 1)
    : [];

/** The rows of a table by the elements in it; the reason, if it is no grid of texts. */
function cellsOf(elements: Element[], textOf: (element: Element) => string): Cell[][] | string {
  if (elements.some(({ tagName }) => NESTED.has(tagName))) return 'a table or a picture inside the table';
  const rows = elements.filter(({ tagName }) => tagName === 'tr');
  const cells = rows.map((row) => row.children.filter(isCell));
  const isSpanning = cells
    .flat()
    .some(({ properties: { colSpan = 1, rowSpan = 1 } }) => colSpan !== 1 || rowSpan !== 1);
  if (isSpanning) return 'cells that span rows or columns';
  return cells.map((row) => row.map((element) => ({ element, text: timeOf(element) ?? textOf(element).trim() })));
}

const isCsvLink = ({ tagName, properties: { href } }: Element): boolean =>
  tagName === 'a' && CSV_FILE.test(String(href ?? ''));

const isCell = (node: ElementContent): node is Element => isElement(node, 'th') || isElement(node, 'td');

/** The date of a cell that this server has written in the form of an edition. */
function timeOf({ children: [first] }: Element): string | undefined {
  const { dateTime } = first && isElement(first, 'time') ? first.properties : {};
  return typeof dateTime === 'string' && isDate(dateTime) ? dateTime : undefined;
}

/** Writes dates, fiscal years and numbers in the form of the edition, and aligns columns of numbers. */
function localise([header = [], ...rows]: Cell[][], { labels, numberColumns, locale }: Chart): void {
  const align = (row: Cell[]) => {
    for (const column of numberColumns) if (row[column]) row[column].element.properties.align ??= 'right';
  };
  align(header);
  for (const [index, row] of rows.entries()) {
    align(row);
    for (const [column, { element, text }] of row.entries()) {
      const label = column === 0 ? labels[index] : readLabel(text, locale);
      if (!label || (label.text === text && label.iso === undefined) || !hasPlainText(element)) continue;
      const written: Text = { type: 'text', value: label.text };
      element.children = label.iso === undefined ? [written] : [newElement('time', { dateTime: label.iso }, [written])];
    }
  }
}

/** Whether a cell has no other markup than the date that this server has written. */
const hasPlainText = ({ children: [first, second] }: Element): boolean =>
  first !== undefined && second === undefined && (first.type === 'text' || isElement(first, 'time'));

function folded(table: Element, { labels, locale }: Chart): Element {
  const rows = labels.length;
  if (rows <= OPEN_ROWS) return table;
  const summary = newElement('summary', { dataControl: '' }, [{ type: 'text', value: tableWords(rows, locale) }]);
  return newElement('details', {}, [summary, table]);
}

/** A file of another origin is opened instead: browsers ignore `download` there. */
function download({ properties: { href, rel } }: Element, locale: Locale): Element {
  const properties = { href, ...(rel !== undefined && { rel }), download: true, dataControl: '' };
  return newElement('p', {}, [newElement('a', properties, [{ type: 'text', value: downloadWords(locale) }])]);
}

const newElement = (tagName: string, properties: Element['properties'], children: ElementContent[]): Element => ({
  type: 'element',
  tagName,
  properties,
  children,
});

const isElement = (node: ElementContent, tagName: string): node is Element =>
  node.type === 'element' && node.tagName === tagName;

/** An element and those below it, in the order of the text; none for a text. */
function withDescendants(node: ElementContent, found: Element[] = []): Element[] {
  if (node.type !== 'element') return found;
  found.push(node);
  for (const child of node.children) withDescendants(child, found);
  return found;
}
