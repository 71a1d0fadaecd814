import type { Locale } from '@foyer/messages';
import { toHtml } from 'hast-util-to-html';
import { readChart } from './chart.ts';
import { drawChart } from './draw-chart.ts';

/** The picture of parts of a whole, in per cent, as the HTML of a figure without its table; undefined if they cannot be drawn. */
export function drawShares(shares: readonly { name: string; percent: number }[], locale: Locale): string | undefined {
  const rows = shares.map(({ name, percent }) => [name, String(percent)]);
  const chart = readChart([['', ''], ...rows], { type: 'share', title: '', locale, columns: [1], unit: '%' });
  if (typeof chart === 'string') return undefined;
  return toHtml({
    type: 'element',
    tagName: 'figure',
    properties: { dataChart: 'share' },
    children: [drawChart(chart)],
  });
}
