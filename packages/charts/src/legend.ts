import type { Element } from 'hast';
import type { Series } from './chart.ts';
import { fitted, svg, textAt, textWidth, WIDTH } from './svg.ts';

/** The width of a pattern. */
export const SWATCH = 22;
const GAP = 8;
const ROW_HEIGHT = 20;
const BELOW = 8;

export const hasLegend = (series: readonly Series[]): boolean => series.length > 1;

/**
 * The names of the series behind their patterns, in rows above the plot.
 * @param swatch the pattern of a series, from 0 to SWATCH, around 0
 */
export function drawLegend(
  series: readonly Series[],
  swatch: (index: number) => Element,
): { height: number; marks: Element[] } {
  let [x, y] = [1, ROW_HEIGHT / 2];
  const marks = series.flatMap(({ name }, index) => {
    const text = fitted(name, WIDTH - SWATCH - 2 * GAP);
    const width = SWATCH + GAP + textWidth(text);
    if (x > 1 && x + width > WIDTH) [x, y] = [1, y + ROW_HEIGHT];
    const place = `translate(${Math.round(x)} ${y})`;
    const entry = [
      svg('g', { dataSeries: index + 1, transform: place }, swatch(index)),
      textAt(x + SWATCH + GAP, y, text),
    ];
    x += width + 2 * GAP;
    return entry;
  });
  return { height: y + ROW_HEIGHT / 2 + BELOW, marks };
}
