import type { ContentFile } from '@foyer/folder';
import { contentNow } from '@foyer/model';
import type { Finding } from './findings.ts';

/** Fields that say what has happened. */
const PAST = ['created_at', 'updated_at', 'event_date', 'appointed_at', 'registered_at'] as const;
/** The clocks of an editor and of the site may differ by a time zone. */
const DAY_MS = 86_400_000;

/** Advice for days ahead in such fields: they are shown at once, and may be of the other calendar. @param timeOf of a date as an editor writes it, in ms; undefined for none */
export function checkDates(sources: readonly ContentFile[], timeOf: (text: string) => number | undefined): Finding[] {
  return sources.flatMap((source) => {
    const { file, value } = source;
    const items: [item: unknown, path: number[]][] = Array.isArray(value)
      ? value.map((item, index) => [item, [index]])
      : [[value, []]];
    return items.flatMap(([item, path]) =>
      PAST.flatMap((name): Finding[] => {
        const day: unknown = typeof item === 'object' && item !== null ? Reflect.get(item, name) : undefined;
        const time = typeof day === 'string' ? timeOf(day) : undefined;
        if (time === undefined || time <= contentNow() + DAY_MS) return [];
        const message = `${name}: ${day} is ahead: an item that appears by itself on a day says so in published_at; dates are Gregorian, as 2026-11-28`;
        return [{ file, ...source.positionOf([...path, name]), rule: 'date-ahead', level: 'advice', message }];
      }),
    );
  });
}
