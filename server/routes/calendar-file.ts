import { parseTime } from '@foyer/model';
import type { DatedEntry } from '../../shared/features/calendar/dates-card.ts';
import { isDay } from '../../shared/features/calendar/event-card.ts';

/* The text of a calendar's file: iCalendar, RFC 5545. */

/** A date of a page, as a program for calendars gets it. */
export interface CalendarEvent extends Pick<DatedEntry, 'key' | 'name' | 'of' | 'place' | 'summary'> {
  /** ISO 8601: a day, or a moment. */
  begins: string;
  /** The last day, or the moment at which it ends: after `begins`. */
  ends?: string;
  /** Of its page. */
  url: string;
  changed?: string;
}

/** Octets of a line, RFC 5545, 3.1. */
const MAX_OCTETS = 75;

/** @param timeZone of the site: where its days begin */
export function calendarFile(
  name: string,
  { host, timeZone }: { host: string; timeZone: string },
  events: readonly CalendarEvent[],
): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Foyer//Calendar//EN',
    `X-WR-CALNAME:${escaped(name)}`,
    ...events.flatMap((event, index) => eventLines(event, `${identifierOf(events, index)}@${host}`, timeZone)),
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${folded(line)}\r\n`).join('');
}

function eventLines(event: CalendarEvent, uid: string, timeZone: string): string[] {
  const { name, of, place, summary, begins, url, changed } = event;
  const description = [of !== name && of, summary].filter(Boolean).join('\n');
  return [
    'BEGIN:VEVENT',
    `UID:${uid}`,
    `DTSTAMP:${momentText(changed ?? begins)}`,
    isDay(begins) ? `DTSTART;VALUE=DATE:${dayText(begins)}` : `DTSTART:${momentText(begins)}`,
    ...endLine(event, timeZone),
    `SUMMARY:${escaped(name)}`,
    ...(description ? [`DESCRIPTION:${escaped(description)}`] : []),
    ...(place ? [`LOCATION:${escaped(place)}`] : []),
    `URL:${url}`,
    'END:VEVENT',
  ];
}

function endLine({ begins, ends }: CalendarEvent, timeZone: string): string[] {
  if (!ends) return [];
  if (isDay(begins)) return [`DTEND;VALUE=DATE:${dayText(dayAfter(ends))}`];
  const end = isDay(ends) ? parseTime(dayAfter(ends), timeZone)?.toISOString() : ends;
  return end ? [`DTEND:${momentText(end)}`] : [];
}

/** The same each time, and in each language: a program replaces what it has. */
function identifierOf(events: readonly CalendarEvent[], index: number): string {
  const identifier = ({ key, begins }: CalendarEvent) => `${key}-${dayText(begins)}`;
  const [own = ''] = events.slice(index, index + 1).map(identifier);
  const before = events.slice(0, index).filter((event) => identifier(event) === own).length;
  return before > 0 ? `${own}-${before + 1}` : own;
}

const dayText = (iso: string): string => iso.slice(0, 10).replaceAll('-', '');
const momentText = (iso: string): string => `${new Date(iso).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`;

/** The end of a day is the next one, as 2026-08-09. */
function dayAfter(iso: string): string {
  const day = new Date(`${iso.slice(0, 10)}T00:00:00Z`);
  day.setUTCDate(day.getUTCDate() + 1);
  return day.toISOString().slice(0, 10);
}

const escaped = (text: string): string =>
  text
    .replaceAll(/[\\;,]/g, String.raw`\$&`)
    .replaceAll(/\r\n|\r|\n/g, String.raw`\n`)
    .replaceAll(/\p{Cc}/gu, '');

/** A long line in several, each but the first with a space before it. No character is cut. */
function folded(line: string): string {
  let text = '';
  let octets = 0;
  for (const character of line) {
    const size = Buffer.byteLength(character);
    if (octets + size > MAX_OCTETS) {
      text += '\r\n ';
      octets = 1;
    }
    text += character;
    octets += size;
  }
  return text;
}
