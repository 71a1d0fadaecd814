import { digits, type Locale } from '@foyer/messages';
import type { Chart, ChartType, Series } from './chart.ts';

/* The words around a chart. They are written into the text on the server, so they are not among the messages of the browser. */

interface Words {
  types: Record<ChartType, string>;
  /** What a series shows: the points with their labels. */
  series(points: Record<'first' | 'last' | 'lowest' | 'highest', string>): string;
  others(count: string): string;
  rows(count: string): string;
  download: string;
  stop: string;
}

const WORDS: Record<Locale, Words> = {
  en: {
    types: { line: 'Line chart', bar: 'Bar chart', share: 'Shares of a whole' },
    series: ({ first, last, lowest, highest }) => `From ${first} to ${last}; lowest ${lowest}, highest ${highest}`,
    others: (count) => `${count} more`,
    rows: (count) => `As a table, ${count} rows`,
    download: 'Download as CSV',
    stop: '.',
  },
  ne: {
    types: { line: 'रेखाचित्र', bar: 'स्तम्भचित्र', share: 'हिस्साको चित्र' },
    series: ({ first, last, lowest, highest }) =>
      `${first} बाट ${last} सम्म; सबैभन्दा कम ${lowest}, सबैभन्दा बढी ${highest}`,
    others: (count) => `थप ${count}`,
    rows: (count) => `तालिकामा हेर्नुहोस्, ${count} पङ्क्ति`,
    download: 'CSV डाउनलोड गर्नुहोस्',
    stop: '।',
  },
};

/** Shares that the sentence names. */
const NAMED_SHARES = 6;

export const tableWords = (rows: number, locale: Locale): string => WORDS[locale].rows(digits(locale, rows));
export const downloadWords = (locale: Locale): string => WORDS[locale].download;

/** What a chart shows, in sentences for visitors who do not see it: first, last, lowest and highest value. */
export function describeChart(chart: Chart): string {
  const { types, stop } = WORDS[chart.locale];
  const title = [types[chart.type], chart.title].filter(Boolean).join(': ');
  const sentences =
    chart.type === 'share' ? [describeShares(chart)] : chart.series.map((each) => describe(each, chart));
  return [title, ...sentences].map((sentence) => sentence.replace(/[.।]$/, '') + stop).join(' ');
}

function describe({ name, points }: Series, { labels, series, locale }: Chart): string {
  const known = points.flatMap(({ value, text }, index) =>
    value === undefined ? [] : [{ value, text: `${text} (${labels[index]?.spoken})` }],
  );
  const inOrder = known.toSorted((a, b) => a.value - b.value);
  const text = (point: { text: string } | undefined) => point?.text ?? '';
  const sentence = WORDS[locale].series({
    first: text(known[0]),
    last: text(known.at(-1)),
    lowest: text(inOrder[0]),
    highest: text(inOrder.at(-1)),
  });
  return series.length > 1 ? `${name}: ${sentence.charAt(0).toLowerCase()}${sentence.slice(1)}` : sentence;
}

function describeShares({ labels, series: [first], locale }: Chart): string {
  const shares = (first?.points ?? [])
    .map(({ value = 0, text }, index) => ({ value, text: `${labels[index]?.short} ${text}` }))
    .sort((a, b) => b.value - a.value);
  const others = shares.length - NAMED_SHARES;
  const named = shares.slice(0, NAMED_SHARES).map(({ text }) => text);
  return [...named, ...(others > 0 ? [WORDS[locale].others(digits(locale, others))] : [])].join(', ');
}
