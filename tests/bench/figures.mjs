/**
 * An item of a list that is known to be there.
 * @template T
 * @param {readonly T[]} list
 * @param {number} index from the end if it is negative
 */
export function itemAt(list, index) {
  const item = list.at(index);
  if (item === undefined) throw new Error(`no item ${index} in a list of ${list.length}`);
  return item;
}
/** @param {readonly number[]} numbers in order @param {number} share 0 to 1 */
export const quantile = (numbers, share) => itemAt(numbers, Math.floor(numbers.length * share));
/** @param {readonly number[]} numbers */
export const median = (numbers) =>
  quantile(
    numbers.toSorted((a, b) => a - b),
    0.5,
  );
/** @type {(a: number, b: number) => string} */
export const ratio = (a, b) => (a / b).toFixed(a / b < 0.1 ? 3 : 2);

/** Rows as a Markdown table. @param {Record<string, string | number>[]} rows */
export function table(rows) {
  const names = Object.keys(rows[0] ?? {});
  /** @param {(string | number | undefined)[]} cells */
  const line = (cells) => `| ${cells.join(' | ')} |`;
  const align = names.map((name) => (typeof rows[0]?.[name] === 'number' ? '---:' : '---'));
  return [line(names), line(align), ...rows.map((row) => line(names.map((name) => row[name])))].join('\n');
}

const WIDTH = 860;
const LABEL = 330;
const ROW = 30;

/**
 * Bars on a logarithmic scale, as SVG that reads on light and dark pages.
 * @param {string} title
 * @param {{ name: string, value: number, isOurs?: boolean }[]} entries
 */
export function bar(title, entries) {
  const most = Math.log10(Math.max(...entries.map(({ value }) => value)));
  /** @param {number} value */
  const length = (value) => Math.round(((Math.log10(value) - 1) / (most - 1)) * (WIDTH - LABEL - 90));
  const rows = entries.map(({ name, value, isOurs }, index) => {
    const y = 44 + index * ROW;
    const label = Math.round(value).toLocaleString('en');
    return `<text x="${LABEL - 12}" y="${y + 15}" text-anchor="end"${isOurs ? ' font-weight="600"' : ''}>${name}</text>
<rect x="${LABEL}" y="${y}" width="${length(value)}" height="20" rx="3" fill="${isOurs ? '#b4451f' : '#8b8f98'}"/>
<text x="${LABEL + length(value) + 8}" y="${y + 15}">${label}</text>`;
  });
  const height = 56 + entries.length * ROW;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="${title}: requests a second" font-family="system-ui, sans-serif" font-size="14">
<style>text{fill:#1d2126}@media(prefers-color-scheme:dark){text{fill:#e8e6e0}}</style>
<text x="12" y="24" font-weight="600">${title}: requests a second on one core (logarithmic)</text>
${rows.join('\n')}
</svg>
`;
}
