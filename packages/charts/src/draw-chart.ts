import type { Element } from 'hast';
import type { Chart, ChartType } from './chart.ts';
import { describeChart } from './chart-words.ts';
import { drawBars, drawShares } from './draw-bars.ts';
import { drawLine } from './draw-line.ts';
import { svg, WIDTH } from './svg.ts';

const DRAWERS: Record<ChartType, (chart: Chart) => { height: number; marks: Element[] }> = {
  line: drawLine,
  bar: drawBars,
  share: drawShares,
};

/** The picture of a chart: one image with a sentence for screen readers. Without ids and styles, so that a page may have several. */
export function drawChart(chart: Chart): Element {
  const { height, marks } = DRAWERS[chart.type](chart);
  return svg(
    'svg',
    { viewBox: `0 0 ${WIDTH} ${Math.ceil(height)}`, role: 'img', ariaLabel: describeChart(chart) },
    ...marks,
  );
}
