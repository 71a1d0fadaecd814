import { digits, type Locale } from '@foyer/messages';
import { endOfDay, gregorianTextInNepali, parseTime } from '@foyer/model';

/* Drafts, and items that are published later or have expired, say so in front of their names: in a preview, and in development. */

/** The fields that name an item; an item has one of them. */
const NAMES = ['name', 'question', 'title'] as const;

const MARKS: Record<Locale, { draft: string; expired: string; scheduled(time: string): string }> = {
  en: { draft: 'Draft', expired: 'Expired', scheduled: (time) => `Scheduled for ${time}` },
  ne: { draft: 'मस्यौदा', expired: 'म्याद सकिएको', scheduled: (time) => `${time} मा प्रकाशित हुने` },
};

/** The items of an answer's data with their marks, in the language of its edition. */
export const withMarks = (data: Record<string, unknown>, locale: Locale, timeZone: string): object =>
  Object.fromEntries(
    Object.entries(data).map(([name, value]) => {
      const marked = (item: unknown) => (isObject(item) ? markedItem(item, locale, timeZone) : item);
      return [name, Array.isArray(value) ? value.map(marked) : marked(value)];
    }),
  );

/** Whether an upstream's item is a draft: no visitor may see it. */
export function isDraft(item: unknown): boolean {
  if (!isObject(item)) return false;
  const { draft, status }: { draft?: unknown; status?: unknown } = item;
  return (
    draft === true ||
    draft === 1 ||
    draft === '1' ||
    draft === 'true' ||
    (typeof status === 'string' && /^draft$/i.test(status))
  );
}

function markedItem(item: object, locale: Locale, timeZone: string): object {
  const mark = markOf(item, locale, timeZone);
  const field = NAMES.find((name) => typeof Reflect.get(item, name) === 'string');
  return mark && field ? { ...item, [field]: `${mark}: ${Reflect.get(item, field)}` } : item;
}

/** Undefined for an item that the public sees. */
function markOf(item: object, locale: Locale, timeZone: string): string | undefined {
  const textOf = (field: 'published_at' | 'expires_at'): string => String(Reflect.get(item, field));
  const marks = MARKS[locale];
  if (isDraft(item)) return marks.draft;
  const published = parseTime(textOf('published_at'), timeZone);
  if (published && published.valueOf() > Date.now())
    return marks.scheduled(timeText(published.valueOf(), locale, timeZone));
  // As the public sees it: until the end of a day.
  const expires = parseTime(endOfDay(textOf('expires_at')), timeZone);
  return expires && expires.valueOf() < Date.now() ? marks.expired : undefined;
}

/** A time in the site's time zone, e.g. 5 March 2027, 10:00. */
export function timeText(timeMs: number, locale: Locale, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    year: 'numeric',
    month: locale === 'en' ? 'long' : 'numeric',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(timeMs);
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((found) => found.type === type)?.value ?? '';
  const time = `${part('hour')}:${part('minute')}`;
  if (locale === 'en') return `${part('day')} ${part('month')} ${part('year')}, ${time}`;
  const day = gregorianTextInNepali({
    year: Number(part('year')),
    month: Number(part('month')),
    day: Number(part('day')),
  });
  return `${day}, ${digits(locale, time)}`;
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
