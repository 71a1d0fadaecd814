import type { CallResult } from './call-result.ts';
import { cut, type Style, type Terminal, widthOf } from './terminal.ts';

/* A line for each call: in columns on a terminal, as a sentence elsewhere. */

interface Column {
  title: string;
  isNumber?: boolean;
  of(result: CallResult): string;
}

const GAP = '  ';
const COLUMNS: readonly Column[] = [
  { title: 'call', of: ({ path }) => path },
  {
    title: 'status',
    isNumber: true,
    of: ({ status, state }) => (status === undefined ? (state === 'unusable' ? '–' : '') : String(status)),
  },
  {
    title: 'time',
    isNumber: true,
    of: ({ milliseconds }) => (milliseconds === undefined ? '' : duration(milliseconds)),
  },
  { title: 'items', isNumber: true, of: ({ items }) => (items === undefined ? '' : String(items)) },
  { title: 'fit', isNumber: true, of: (result) => numberOf(result, result.fit) },
  { title: 'lack', isNumber: true, of: (result) => numberOf(result, result.missing) },
  { title: 'new', isNumber: true, of: (result) => numberOf(result, result.unknown) },
];

const SIGNS: Record<CallResult['state'], [sign: string, style: Style]> = {
  usable: ['✓', 'green'],
  lossy: ['!', 'yellow'],
  unusable: ['✗', 'red'],
  unasked: ['·', 'dim'],
  none: ['·', 'dim'],
};

export function tableOf(results: readonly CallResult[], terminal: Terminal): string[] {
  const { columns, paint } = terminal;
  if (columns === undefined) return results.map(sentenceOf);
  const widths = COLUMNS.map(({ title, of }) =>
    Math.max(title.length, ...results.map((result) => widthOf(of(result)))),
  );
  const row = (cells: readonly string[]) =>
    cells
      .map((cell, index) => {
        const space = ' '.repeat(Math.max(0, (widths[index] ?? 0) - widthOf(cell)));
        return COLUMNS[index]?.isNumber ? space + cell : cell + space;
      })
      .join(GAP);
  const rest = columns - 4 - widths.reduce((sum, width) => sum + width, 0) - GAP.length * COLUMNS.length;
  const header = paint('dim', `    ${row(COLUMNS.map(({ title }) => title))}`.trimEnd());
  return [
    header,
    ...results.map((result) => {
      const [sign, style] = SIGNS[result.state];
      const cells = row(COLUMNS.map(({ of }) => of(result)));
      const note = cut(noteOf(result), Math.max(rest, 0));
      const isDim = style === 'dim';
      return `  ${paint(style, sign)} ${isDim ? paint('dim', cells) : cells}${GAP}${paint('dim', note)}`.trimEnd();
    }),
  ];
}

/** What is to be looked at, in a few words. */
function noteOf({ state, failure, required, alike, elsewhere }: CallResult): string {
  if (state === 'none') return 'none in the mapping';
  if (state === 'unasked') return 'no item to ask for';
  if (elsewhere !== undefined) return `found at ${elsewhere}`;
  const arrows = alike.map(({ from, field }) => `${from} → ${field}`);
  const needed = required.filter((name) => !alike.some(({ field }) => field === name)).map((name) => `no ${name}`);
  return [...(failure && alike.length === 0 ? [failure.words] : []), ...needed, ...arrows].join(', ');
}

/** `blogs: 200, 12 ms, 12 items, 5 fields fit, missing: name; unknown: title, which looks like name` */
function sentenceOf(result: CallResult): string {
  const { path, state, status, milliseconds, items, fit, missing, unknown, alike, failure, elsewhere } = result;
  if (state === 'none' || state === 'unasked') return `${path}: not asked: ${noteOf(result)}`;
  const likeness = new Map(alike.map(({ from, field }) => [from, field]));
  const parts = [
    state === 'unusable' ? 'not usable' : state === 'lossy' ? 'usable in part' : 'usable',
    ...(status === undefined ? [] : [`status ${status}`]),
    ...(milliseconds === undefined ? [] : [duration(milliseconds)]),
    ...(items === undefined ? [] : [`${items} ${items === 1 ? 'item' : 'items'}`]),
    ...(failure ? [failure.words] : []),
    ...(elsewhere === undefined ? [] : [`found at ${elsewhere}`]),
    ...(fit.length > 0 ? [`${fit.length} fields fit`] : []),
    ...(missing.length > 0 ? [`missing: ${missing.join(' ')}`] : []),
    ...(unknown.length > 0
      ? [
          `unknown: ${unknown.map((name) => (likeness.has(name) ? `${name} (like ${likeness.get(name)})` : name)).join(' ')}`,
        ]
      : []),
  ];
  return `${path}: ${parts.join(', ')}`;
}

const numberOf = ({ status, items }: CallResult, names: readonly string[]): string =>
  status === undefined || items === undefined ? '' : String(names.length);

const duration = (milliseconds: number): string =>
  milliseconds < 1_000 ? `${milliseconds} ms` : `${(milliseconds / 1_000).toFixed(1)} s`;
