import { groupBy } from '@foyer/model';
import { useMessages, useRoot } from '../../shown-page.ts';

/** The items of each fiscal year, the newest first. Those without a year come last. */
export const byYear = <Item extends { year?: string }>(items: Item[]): [year: string, items: Item[]][] =>
  groupBy(items, ({ year = '' }) => year).sort(([a], [b]) => b.localeCompare(a));

/** Returns a function for the name of a fiscal year, with its Gregorian form where dates have both. */
export function useYearName(): (year: string) => string {
  const m = useMessages();
  const { locale, site } = useRoot();
  return (year) => {
    if (!year) return m.other;
    const gregorian = locale === 'ne' || site.calendar === 'both' ? gregorianYears(year) : undefined;
    return gregorian ? `${m.number({ number: year })} (${gregorian})` : m.number({ number: year });
  };
}

/** The Gregorian form of a fiscal year in Bikram Sambat, which begins in July: 2024/25 for 2081/82. */
function gregorianYears(year: string): string | undefined {
  const [, first] = /^(20\d{2})\/\d{2}$/.exec(year) ?? [];
  return first && `${Number(first) - 57}/${String((Number(first) - 56) % 100).padStart(2, '0')}`;
}
