import { createHash } from 'node:crypto';
import type { DatasetMapping } from '@foyer/config';

/* Which calls a table needs: one for each year, or month, that it asks for. */

/** A year or a month of a table; of a table without years all of it. */
export interface Part {
  /** `2026-08`, `2026` or `all`. */
  key: string;
  year?: string;
  month?: string;
}

export const ALL: Part = { key: 'all' };

/** The newest first: visitors ask for it first. @param today as 2026-08-09 */
export function partsOf({ path, since }: DatasetMapping, today: string): Part[] {
  if (!path.includes('{year}')) return [ALL];
  const [year = 0, month = 0] = today.split('-').map(Number);
  const [firstYear = year, firstMonth = 1] = (since ?? String(year)).split('-').map(Number);
  const years = Array.from({ length: Math.max(0, year - firstYear) + 1 }, (_, index) => year - index);
  if (!path.includes('{month}')) return years.map((each) => ({ key: String(each), year: String(each) }));
  return years.flatMap((each) =>
    Array.from({ length: 12 }, (_, index) => 12 - index)
      .filter((number) => (each < year || number <= month) && (each > firstYear || number >= firstMonth))
      .map((number) => {
        const two = String(number).padStart(2, '0');
        return { key: `${each}-${two}`, year: String(each), month: two };
      }),
  );
}

/** Whether a part gets no more rows: it ended before the current one began. */
export const isOver = ({ key }: Part, today: string): boolean => key !== ALL.key && !today.startsWith(key);

/** Fields of an element that a table is made for, by their names. */
export type Element = Readonly<Record<string, string>>;

const FIELD = /\{(\w+)\}/g;

/** A text with the fields of an element in the place of their names. */
export const filled = (text: string, element: Element): string =>
  text.replace(FIELD, (name, field: string) => element[field] ?? name);

/** The path and query of a call, whose fields are escaped. */
export function addressOf({ path }: Pick<DatasetMapping, 'path'>, element: Element, part: Part, page: number): string {
  const fields = { ...element, ...(part.year && { year: part.year }), ...(part.month && { month: part.month }) };
  const values = Object.entries({ ...fields, page: String(page) });
  const escaped = Object.fromEntries(values.map(([name, value]) => [name, encodeURIComponent(value)]));
  // It is a path of the API's own, whatever the name of a call of ours.
  return path.startsWith('/') ? filled(path, escaped) : `./${filled(path, escaped)}`;
}

const SLUG_CHARACTERS = 60;

/** The name of a table in addresses, of a text such as `nav-{slug}`. */
export const slugOf = (name: string, element: Element): string =>
  filled(name, element)
    .normalize('NFKD')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(Boolean)
    .join('-')
    .slice(0, SLUG_CHARACTERS);

/** Changes with what decides how rows are read: rows that were gathered by another mapping are gathered again. */
export const versionOf = ({ path, pages, rows, columns, each }: DatasetMapping): string =>
  createHash('sha256')
    .update(JSON.stringify([path, pages, rows, columns.map(({ key, value }) => [key, value]), each]))
    .digest('base64url')
    .slice(0, 12);
