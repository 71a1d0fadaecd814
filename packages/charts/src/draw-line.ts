import { scaleLinear } from 'd3-scale';
import { line } from 'd3-shape';
import type { Element } from 'hast';
import { amountText, withUnit } from './amounts.ts';
import type { Chart, Point, Series } from './chart.ts';
import type { Label } from './chart-labels.ts';
import { drawLegend, hasLegend, SWATCH } from './legend.ts';
import { svg, textAt, textWidth, WIDTH } from './svg.ts';

const PLOT_HEIGHT = 180;
const TICKS = 4;
/** Above the uppermost tick's text, below the labels. */
const TOP = 12;
const BOTTOM = 30;
const GAP = 8;
/** With more points, circles would cover the line. */
const CIRCLES = 14;
/** The distance of two names at the ends of lines. */
const LINE_HEIGHT = 18;
/** Names at the ends of lines take at most this part of the width. */
const END_WIDTH = WIDTH / 3;
/** Lines whose lowest value is below this part of the highest begin at zero. */
const FROM_ZERO = 0.3;

/** Lines over time, or over labels in their order. Names stand at the lines' ends where there is room, else in a legend. */
export function drawLine({ labels, series, locale, unit }: Chart): { height: number; marks: Element[] } {
  const values = series.flatMap(({ points }) => points.flatMap(({ value }) => value ?? []));
  const y = scaleLinear(domainOf(values), [PLOT_HEIGHT, 0]).nice(TICKS);
  const tickValues = y.ticks(TICKS);
  const decimals = Math.max(...tickValues.map(decimalsOf));
  const ticks = tickValues.map((value) => {
    const text = amountText(value, locale, decimals);
    return { value, text: unit === '%' ? withUnit(text, unit) : text };
  });
  const left = Math.max(textWidth(unit), ...ticks.map(({ text }) => textWidth(text))) + GAP;
  const ends = endsOf(series, y);
  const right = ends ? Math.max(...ends.map(({ text }) => textWidth(text))) + 2 * GAP : GAP;
  const legend = ends ? undefined : drawLegend(series, lineSwatch);
  // The text at the end of a single line has the unit.
  const unitText = unit === '%' || (ends && !hasLegend(series)) ? '' : unit;
  const top = TOP + (legend?.height ?? 0) + (unitText === '' ? 0 : LINE_HEIGHT);
  const x = xScale(labels, left, WIDTH - right);
  const gridLines = ticks.flatMap(({ value, text }) => [
    svg('line', { x1: left, x2: WIDTH - right, y1: top + y(value), y2: top + y(value) }),
    textAt(left - GAP, top + y(value), text, { anchor: 'end' }),
  ]);
  const lines = series.map(({ points }, index) =>
    svg('g', { dataSeries: index + 1 }, ...lineOf(points, { x, y: (value) => top + y(value), dashes: DASHES[index] })),
  );
  const endTexts = ends?.map(({ at, text }) => textAt(WIDTH - right + GAP, top + at, text, { part: 'value' })) ?? [];
  const unitTexts = unitText === '' ? [] : [textAt(left - GAP, top - LINE_HEIGHT, unitText, { anchor: 'end' })];
  const axis = axisLabels(labels, x, top + PLOT_HEIGHT + BOTTOM / 2 + 2);
  return {
    height: top + PLOT_HEIGHT + BOTTOM,
    marks: [...(legend?.marks ?? []), ...unitTexts, ...gridLines, ...lines, ...endTexts, ...axis],
  };
}

/** Pixels of each series' dashes: lines differ without their colours, too. */
const DASHES = ['', '7 4', '2 4', '11 3 2 3'];

const lineSwatch = (index: number): Element =>
  svg('path', { d: `M0 0h${SWATCH}`, dataPart: 'line', ...(index > 0 && { strokeDasharray: DASHES[index] ?? '' }) });

const decimalsOf = (value: number) => (String(Math.round(value * 1e6) / 1e6).split('.')[1] ?? '').length;

function domainOf(values: number[]): [number, number] {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  if (low === high) return low === 0 ? [0, 1] : [Math.min(low, 0), Math.max(low, 0)];
  return low > 0 && low < high * FROM_ZERO ? [0, high] : [low, high];
}

/** By the time of dates in order; any other labels are at equal distances. */
function xScale(labels: Label[], from: number, to: number): (index: number) => number {
  const times = labels.map(({ time }) => time);
  const isInOrder = times.every(
    (time, index) => time !== undefined && (index === 0 || time > (times[index - 1] ?? Number.POSITIVE_INFINITY)),
  );
  const [first = 0, last = 0] = [times[0], times.at(-1)];
  const scale = isInOrder && last > first ? scaleLinear([first, last], [from, to]) : undefined;
  const step = (to - from) / Math.max(1, labels.length - 1);
  return (index) => scale?.(times[index] ?? first) ?? from + index * step;
}

/** The text at the end of each line; undefined if they have no room. */
function endsOf(series: Series[], y: (value: number) => number): { at: number; text: string }[] | undefined {
  const ends = series.map(({ name, points }) => {
    const last = points.findLast(({ value }) => value !== undefined);
    return { at: y(last?.value ?? 0), text: hasLegend(series) ? name : (last?.text ?? '') };
  });
  const inOrder = ends.map(({ at }) => at).sort((a, b) => a - b);
  const isRoomBetween = inOrder.every((at, index) => index === 0 || at - (inOrder[index - 1] ?? 0) >= LINE_HEIGHT);
  return isRoomBetween && ends.every(({ text }) => textWidth(text) <= END_WIDTH) ? ends : undefined;
}

/** The path with its gaps, and a circle where a point would not be seen, and at the end. */
function lineOf(
  points: Point[],
  { x, y, dashes = '' }: { x: (index: number) => number; y: (value: number) => number; dashes?: string },
): Element[] {
  const isGap = (index: number) => points[index]?.value === undefined;
  const path = line<Point>(
    (_, index) => x(index),
    ({ value = 0 }) => y(value),
  )
    .defined(({ value }) => value !== undefined)
    .digits(1)(points);
  const last = points.findLastIndex(({ value }) => value !== undefined);
  const circles = points.flatMap(({ value }, index) => {
    const isAlone = isGap(index - 1) && isGap(index + 1);
    if (value === undefined || !(isAlone || index === last || points.length <= CIRCLES)) return [];
    return [svg('circle', { cx: x(index), cy: y(value), r: 3.5 })];
  });
  return [svg('path', { d: path ?? '', dataPart: 'line', ...(dashes && { strokeDasharray: dashes }) }), ...circles];
}

/** As many labels as have room, the first and the last among them where the steps allow it. */
function axisLabels(labels: Label[], x: (index: number) => number, y: number): Element[] {
  const widest = Math.max(...labels.map(({ short }) => textWidth(short)));
  const steps = labels.length - 1;
  const room = Math.max(1, Math.floor((x(steps) - x(0)) / (widest + GAP)));
  const least = Math.max(1, Math.ceil(steps / room));
  // A divisor of the steps near by puts the last label at the end.
  const step = Array.from({ length: least + 1 }, (_, more) => least + more).find((each) => steps % each === 0) ?? least;
  return labels.flatMap(({ short }, index) => {
    if (index % step !== 0) return [];
    const half = textWidth(short) / 2;
    return [textAt(Math.min(Math.max(x(index), half), WIDTH - half), y, short, { anchor: 'middle' })];
  });
}
