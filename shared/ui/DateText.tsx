import { useMessages, useRoot } from '../shown-page.ts';

/** A date with its texts, as the server has formatted them in the language of the page. */
export interface DateValue {
  /** ISO 8601. */
  iso: string;
  /** Gregorian. */
  text: string;
  /** In Bikram Sambat, where it is shown. */
  bs?: string;
}

/** The fields of a date in an answer (`created_at`, `created_at_text`, `created_at_bs`) as one value. */
export function dateOf<Name extends string>(
  item: { [Key in Name | `${Name}_text` | `${Name}_bs`]?: string },
  name: Name,
): DateValue | undefined {
  const fields: Record<string, string | undefined> = item;
  const { [name]: iso, [`${name}_text`]: text, [`${name}_bs`]: bs } = fields;
  return iso === undefined || text === undefined ? undefined : { iso, text, bs };
}

/** The day on which an item was published; of one that does not say, the day on which it was written. */
export const publicationDate = (
  item: Parameters<typeof dateOf<'published_at'>>[0] & Parameters<typeof dateOf<'created_at'>>[0],
): DateValue | undefined => dateOf(item, 'published_at') ?? dateOf(item, 'created_at');

/**
 * What says no time of day: the first moment of a day, or its last one where something ends with it; in Nepal also those of a day in
 * UTC, as many a CMS sends it.
 */
const DAY_ALONE = /T(?:00:00:00|23:59:59)|T05:(?:45:00|44:59)\+05:45$/;

/** The time of day as 17:00. */
const timeOf = (iso: string): string | undefined =>
  DAY_ALONE.test(iso) ? undefined : iso.slice('YYYY-MM-DDT'.length, 'YYYY-MM-DDTHH:mm'.length);

/** The order of what comes, by the moment. */
export const byMoment = (a: { date: DateValue }, b: { date: DateValue }): number =>
  Date.parse(a.date.iso) - Date.parse(b.date.iso);

interface DateTextProps {
  date: DateValue | undefined;
  /** Of what is to come: the time of day as well, if the content has one. */
  withTime?: boolean;
}

/** A date. In Nepali the Bikram Sambat date comes first, in English the Gregorian one. */
export function DateText({ date, withTime = false }: DateTextProps) {
  const { locale } = useRoot();
  const m = useMessages();
  if (!date) return null;
  const { iso, text, bs } = date;
  const [first, second] = locale === 'ne' && bs ? [bs, text] : [text, bs];
  const time = withTime && timeOf(iso);
  const day = second ? `${first} (${second})` : first;
  return <time dateTime={iso}>{time ? `${day}, ${m.atTime({ time })}` : day}</time>;
}
