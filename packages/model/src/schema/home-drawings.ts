import type { Locale } from '@foyer/messages';

/* What the server draws for the home page: the browser receives the drawings in the answer. */

/** Lines in a box of 24 by 24. */
const ICONS = {
  dividend: 'M2 6h20v12H2ZM12 9a3 3 0 1 0 .1 0M6 12h0m12 0h0',
  account: 'M12 4a4 4 0 1 0 .1 0M4 21a8 8 0 0 1 16 0',
  complaint: 'M4 4h16v12h-9l-5 5v-5H4ZM12 7v3m0 3h0',
  place: 'M12 22s7-7 7-13A7 7 0 0 0 5 9c0 6 7 13 7 13ZM12 7a2 2 0 1 0 .1 0',
  form: 'M6 2h9l4 4v16H6ZM10 11h5m-5 5h5',
  phone: 'M4 3h4l2 5-3 2a13 13 0 0 0 7 7l2-3 5 2v5A17 17 0 0 1 4 3Z',
  report: 'M4 3v18h17M9 17v-5m5 5V6m5 11V9',
  calendar: 'M4 5h16v16H4ZM4 10h16M8 2v5m8-5v5',
  question: 'M9 9a3 3 0 1 1 4 3q-1 1-1 2m0 3h0M12 2a10 10 0 1 0 .1 0',
};
const ARROW = 'M5 12h14m-6-6 6 6-6 6';

export type TaskIcon = keyof typeof ICONS;
/** For schemas: as a function, so that the browser's scripts leave out the icons. */
export const taskIcons = (): TaskIcon[] => Object.keys(ICONS) as TaskIcon[];

/** An arrow for a task without an icon. */
export const iconPath = (icon: TaskIcon | undefined): string => (icon ? ICONS[icon] : ARROW);

/** The box of a figure's line. */
export const LINE_BOX = { width: 96, height: 32 };
/** For the stroke. */
const MARGIN = 2;

/**
 * The course of a number: the points of a line through a series, the lowest of them at the bottom and the highest at the top, and the
 * number with which it begins, as text. Its last is the figure itself.
 */
export function courseOf(series: readonly number[], locale: Locale): { line?: string; line_from?: string } {
  const [first] = series;
  if (first === undefined || series.length < 2) return {};
  const lowest = Math.min(...series);
  const range = Math.max(...series) - lowest || 1;
  const { width, height } = LINE_BOX;
  const place = (share: number, size: number) => (MARGIN + share * (size - 2 * MARGIN)).toFixed(1);
  const line = series
    .map((value, at) => `${place(at / (series.length - 1), width)},${place(1 - (value - lowest) / range, height)}`)
    .join(' ');
  return { line, line_from: FORMATS[locale].format(first) };
}

/** Grouped as in Nepal: 1,29,640. */
const FORMATS: Record<Locale, Intl.NumberFormat> = {
  en: new Intl.NumberFormat('en-IN'),
  ne: new Intl.NumberFormat('ne-NP-u-nu-deva'),
};
