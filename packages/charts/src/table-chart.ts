import type { Locale } from '@foyer/messages';
import { toHtml } from 'hast-util-to-html';
import { type ChartType, readChart } from './chart.ts';
import { drawChart } from './draw-chart.ts';

export interface TableChart {
  type: ChartType;
  title: string;
  unit: string;
}

/** The picture of a table's numbers, the names of its columns first, as the HTML of a figure without the table; undefined if it cannot be drawn. */
export function drawTable(
  table: readonly string[][],
  { type, title, unit }: TableChart,
  locale: Locale,
): string | undefined {
  const columns = (table[0] ?? []).flatMap((_, column) => (column > 0 ? [column] : []));
  const chart = readChart(table, { type, title, locale, columns, unit });
  if (typeof chart === 'string') return undefined;
  return toHtml({
    type: 'element',
    tagName: 'figure',
    properties: { dataChart: type },
    children: [drawChart(chart)],
  });
}
