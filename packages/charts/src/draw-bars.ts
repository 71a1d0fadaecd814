import { scaleBand, scaleLinear } from 'd3-scale';
import type { Element } from 'hast';
import type { Chart } from './chart.ts';
import { drawLegend, hasLegend, SWATCH } from './legend.ts';
import { fitted, svg, textAt, textWidth, WIDTH } from './svg.ts';

const GAP = 8;
/** Labels up to this width stand beside their bars, longer ones above them. */
const LABEL_WIDTH = 110;
const BAR = 14;
/** Of each further series in the same row. */
const FURTHER_BAR = 16;
const BETWEEN_ROWS = 10;
const LABEL_LINE = 22;
const THIN_BAR = 10;
const COLUMN_HEIGHT = 160;
const TEXT_HEIGHT = 24;
const COLUMN_WIDTH = 64;

interface Drawing {
  height: number;
  marks: Element[];
}

/** Bars from zero, each with its value: upright where labels and values have room side by side, else lying in rows. */
export function drawBars(chart: Chart): Drawing {
  const [first] = chart.series;
  const width = WIDTH / chart.labels.length - GAP;
  const isNarrow = (text: string) => textWidth(text) <= width;
  const isUpright =
    !hasLegend(chart.series) &&
    first?.points.every(({ value = 0, text }) => value >= 0 && isNarrow(text)) &&
    chart.labels.every(({ short }) => isNarrow(short));
  return isUpright ? drawColumns(chart) : drawRows(chart);
}

function drawColumns({ labels, series: [first] }: Chart): Drawing {
  const points = first?.points ?? [];
  const x = scaleBand(labels.keys(), [0, WIDTH]).padding(0.3);
  const width = Math.min(x.bandwidth(), COLUMN_WIDTH);
  const y = scaleLinear([0, highest(points.map(({ value }) => value))], [COLUMN_HEIGHT, 0]);
  const base = TEXT_HEIGHT + COLUMN_HEIGHT;
  const bars = points.flatMap(({ value = 0, text }, index) => {
    const middle = (x(index) ?? 0) + x.bandwidth() / 2;
    const top = TEXT_HEIGHT + y(value);
    const bar = svg('rect', { x: middle - width / 2, y: top, width, height: base - top });
    return [
      svg('g', { dataSeries: 1 }, bar),
      textAt(middle, top - TEXT_HEIGHT / 2, text, { anchor: 'middle', part: 'value' }),
      textAt(middle, base + TEXT_HEIGHT / 2, labels[index]?.short ?? '', { anchor: 'middle' }),
    ];
  });
  return {
    height: base + TEXT_HEIGHT,
    marks: [...bars, svg('line', { x1: 0, x2: WIDTH, y1: base, y2: base })],
  };
}

function drawRows({ labels, series }: Chart): Drawing {
  const labelWidth = Math.max(...labels.map(({ short }) => textWidth(short)));
  const isBeside = labelWidth <= LABEL_WIDTH;
  const left = isBeside ? labelWidth + GAP : 0;
  const valueWidth = Math.max(...series.flatMap(({ points }) => points.map(({ text }) => textWidth(text))));
  const values = series.flatMap(({ points }) => points.map(({ value }) => value));
  const lowest = Math.min(0, ...values.flatMap((value) => value ?? []));
  const x = scaleLinear([lowest, highest(values)], [left, Math.max(left + WIDTH / 4, WIDTH - valueWidth - GAP)]);
  const legend = hasLegend(series) ? drawLegend(series, barSwatch) : undefined;
  const top = legend?.height ?? 0;
  const inner = isBeside ? 0 : LABEL_LINE;
  const rowHeight = inner + BAR + (series.length - 1) * FURTHER_BAR + BETWEEN_ROWS;
  const rows = labels.flatMap(({ short }, row) => {
    const y = top + row * rowHeight;
    const label = isBeside
      ? textAt(left - GAP, y + (rowHeight - BETWEEN_ROWS) / 2, short, { anchor: 'end' })
      : textAt(0, y + LABEL_LINE / 2, fitted(short, WIDTH));
    const bars = series.flatMap(({ points }, index) => {
      const { value = 0, text = '' } = points[row] ?? {};
      const barTop = y + inner + index * FURTHER_BAR;
      const [from, to] = [x(Math.min(0, value)), x(Math.max(0, value))];
      const bar = svg('rect', { x: from, y: barTop, width: to - from, height: BAR, ...dashesOf(index) });
      const valueText = textAt(to + 6, barTop + BAR / 2, text, { part: 'value' });
      return [svg('g', { dataSeries: index + 1 }, bar), ...(text === '' ? [] : [valueText])];
    });
    return [label, ...bars];
  });
  const height = top + labels.length * rowHeight - BETWEEN_ROWS;
  const base = svg('line', { x1: x(0), x2: x(0), y1: top, y2: height });
  return { height, marks: [...(legend?.marks ?? []), ...rows, base] };
}

/** The first bar is full, the second pale with an outline, the third has an outline of dashes: they differ in grey, too. */
const dashesOf = (index: number): Record<string, string> => (index === 2 ? { strokeDasharray: '4 3' } : {});

const barSwatch = (index: number): Element =>
  svg('rect', { x: 0, y: -6, width: SWATCH, height: 12, ...dashesOf(index) });

/** Parts of a whole: a bar for each on a track that is the whole, the largest first. */
export function drawShares({ labels, series: [first] }: Chart): Drawing {
  const shares = (first?.points ?? [])
    .map(({ value = 0, text }, index) => ({ share: Math.min(1, value / 100), text, label: labels[index]?.short ?? '' }))
    .sort((a, b) => b.share - a.share);
  const rowHeight = LABEL_LINE + THIN_BAR + BETWEEN_ROWS;
  const marks = shares.flatMap(({ share, text, label }, row) => {
    const y = row * rowHeight;
    const bar = { x: 0, y: y + LABEL_LINE, height: THIN_BAR };
    return [
      textAt(0, y + LABEL_LINE / 2, fitted(label, WIDTH - textWidth(text) - GAP)),
      textAt(WIDTH, y + LABEL_LINE / 2, text, { anchor: 'end', part: 'value' }),
      svg('rect', { ...bar, width: WIDTH, dataPart: 'track' }),
      svg('g', { dataSeries: 1 }, svg('rect', { ...bar, width: share * WIDTH })),
    ];
  });
  return { height: shares.length * rowHeight - BETWEEN_ROWS + 1, marks };
}

/** Above zero: a chart of zeros has a scale, too. */
const highest = (values: (number | undefined)[]): number => {
  const high = Math.max(0, ...values.flatMap((value) => value ?? []));
  return high > 0 || values.some((value) => value !== undefined && value < 0) ? high : 1;
};
