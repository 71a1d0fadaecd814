import type { Element, ElementContent } from 'hast';
import { dump } from 'js-yaml';

/* A figure around a chart's table as a block ```chart of the content folder: with its data file, or with the rows in the block. */

const FENCE = '```';
/** Cells with these characters stand in quotes. */
const QUOTED = /[",\r\n]|^\s|\s$/;

/** Each way to write a chart in Markdown, the best one first. @param readData the text of a data file of the folder */
export function chartBlocks(figure: Element, readData: (location: string) => string | undefined): string[] {
  const caption = find(figure, 'figcaption');
  const table = find(figure, 'table');
  if (!table) return [];
  const rows = findAll(table, 'tr').map((row) => row.children.filter(isCell).map((cell) => textOf(cell).trim()));
  const [header = []] = rows;
  const { dataChart, dataColumns, dataUnit } = figure.properties;
  const columns = (String(dataColumns ?? '').match(/\d+/g) ?? []).map((place) => header[Number(place) - 1] ?? '');
  const fields = {
    type: String(dataChart),
    ...(caption && { title: textOf(caption).trim() }),
    ...(dataUnit !== undefined && dataUnit !== '' && { unit: String(dataUnit) }),
    ...(columns.length > 0 && { columns }),
  };
  const file = findAll(figure, 'a').flatMap(({ properties: { href } }) => (typeof href === 'string' ? [href] : []))[0];
  const block = (value: object, csv = '') =>
    `${FENCE}chart\n${dump(value, { lineWidth: -1 }).trim()}\n${csv && `\n${csv}\n`}${FENCE}`;
  const inBlock = block(fields, rows.map((row) => row.map(csvCell).join(',')).join('\n'));
  if (file === undefined || readData(file) === undefined) return [inBlock];
  return [block({ ...fields, file }), block({ ...fields, file, headers: header }), inBlock];
}

const csvCell = (text: string): string => (QUOTED.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

const isElement = (node: ElementContent): node is Element => node.type === 'element';
const isCell = (node: ElementContent): node is Element => isElement(node) && /^t[hd]$/.test(node.tagName);

const findAll = (parent: Element, tagName: string): Element[] =>
  parent.children.flatMap((child) =>
    isElement(child) ? [...(child.tagName === tagName ? [child] : []), ...findAll(child, tagName)] : [],
  );
const find = (parent: Element, tagName: string): Element | undefined => findAll(parent, tagName)[0];

/** A date that this server has written in the form of an edition has its own beside it. */
function textOf(node: ElementContent): string {
  if (node.type === 'text') return node.value;
  if (!isElement(node)) return '';
  const { dateTime } = node.properties;
  return node.tagName === 'time' && typeof dateTime === 'string' ? dateTime : node.children.map(textOf).join('');
}
