import { digits, type Locale } from '@foyer/messages';
import bikramSambat from 'bikram-sambat';
import leven from 'leven';

/* Bikram Sambat, Nepal's official calendar. */

/** A day of a calendar. Months count from 1. */
export interface CalendarDay {
  year: number;
  month: number;
  day: number;
}

/**
 * The lengths of the months follow the sun and no rule: Nepal publishes them for one year at a time. What tables say of later
 * years is a guess, in which they differ. Raise it when the next year is published and the package has it: its tests compare
 * the package with another one up to this year.
 */
export const LAST_PUBLISHED_YEAR = 2083;
/** 1943 AD. The tables differ in some days of earlier years. */
export const FIRST_AGREED_YEAR = 2000;

const MONTHS: Record<Locale, readonly string[]> = {
  en: 'Baisakh Jestha Asar Shrawan Bhadra Ashwin Kartik Mangsir Poush Magh Falgun Chaitra'.split(' '),
  ne: 'वैशाख जेठ असार साउन भदौ असोज कात्तिक मंसिर पुस माघ फागुन चैत'.split(' '),
};
/** Every spelling of the months that texts have, lower case. */
const MONTH_SPELLINGS = [
  'baisakh baishakh vaisakh vaishakh वैशाख बैशाख वैसाख बैसाख',
  'jestha jeth jyestha jeshtha jyeshtha jesth jyaistha जेठ जेष्ठ ज्येष्ठ',
  'asar ashar asad ashad asadh ashadh asadha ashadha aashad aashadh असार आषाढ अषाढ आसाढ असाढ',
  'shrawan shravan sharwan sharvan srawan sravan shraawan sawan saun saaun shrawn साउन श्रावण सावन श्रावन',
  'bhadra bhadau bhado bhadrapad bhadaw भदौ भाद्र भाद्रपद',
  'ashwin aswin ashvin asvin aashwin asoj ashoj asauj असोज आश्विन अश्विन असौज',
  'kartik karthik kartika kattik katik कात्तिक कार्तिक कार्त्तिक',
  'mangsir mangshir mangseer mansir manshir mangsheer marga marg margashirsha मंसिर मङ्सिर मङ्गसिर मंसीर मार्ग मार्गशीर्ष',
  'poush paush push pus pous poosh posh पुस पौष पूस पुष',
  'magh magha maagh माघ',
  'falgun phalgun falgoon phalguna fagun phagun फागुन फाल्गुन फाल्गुण',
  'chaitra chait chaita चैत चैत्र',
];
const MONTH_BY_NAME = new Map(
  MONTH_SPELLINGS.flatMap((names, index) => names.split(' ').map((name) => [name.normalize(), index + 1] as const)),
);
// The names of Intl differ between versions of Node.js.
const GREGORIAN_MONTHS = 'जनवरी फेब्रुअरी मार्च अप्रिल मे जुन जुलाई अगस्ट सेप्टेम्बर अक्टोबर नोभेम्बर डिसेम्बर'.split(' ');
const ENGLISH_MONTHS = 'January February March April May June July August September October November December'.split(
  ' ',
);

/** Converts a Gregorian day; undefined for one in a year that is not published, or before the tables agree. */
export function toBikramSambat(gregorian: CalendarDay): CalendarDay | undefined {
  const { year } = gregorian;
  // A year is 57 years ahead of the Gregorian one, before its new year in April 56. The package throws for years far away.
  if (year + 57 < FIRST_AGREED_YEAR || year + 56 > LAST_PUBLISHED_YEAR) return undefined;
  const converted = bikramSambat.toBik(inUtc(gregorian).toISOString().slice(0, 'YYYY-MM-DD'.length));
  return isKnownYear(converted.year) ? converted : undefined;
}

/** Converts a day of Bikram Sambat; undefined for one that its month does not have, and outside of the years that are known. */
export function fromBikramSambat({ year, month, day }: CalendarDay): CalendarDay | undefined {
  if (!(day >= 1 && day <= (daysOfBikramSambat(year, month) ?? 0))) return undefined;
  const key = `${year}-${month}`;
  const first = firstDays.get(key) ?? inUtc(bikramSambat.toGreg(year, month, 1)).getTime();
  firstDays.set(key, first);
  const gregorian = new Date(first + (day - 1) * DAY_MS);
  return { year: gregorian.getUTCFullYear(), month: gregorian.getUTCMonth() + 1, day: gregorian.getUTCDate() };
}

const DAY_MS = 86_400_000;
/** The times at which months begin. The package adds up all months since 1970 for each day. */
const firstDays = new Map<string, number>();

export const isKnownYear = (year: number): boolean => year >= FIRST_AGREED_YEAR && year <= LAST_PUBLISHED_YEAR;

/** A shorter name with another letter may be another month. */
const MIN_MISSPELT_LETTERS = 5;

/**
 * The month of Bikram Sambat with a name in Latin letters or in Devanagari; counts from 1. Latin letters have no one spelling of it:
 * a name is also read if one letter, or the order of its letters, is all that differs from the spellings of one month.
 */
export function bikramSambatMonth(name: string): number | undefined {
  const written = name.replace('.', '').toLowerCase();
  const known = MONTH_BY_NAME.get(written);
  if (known !== undefined || !/^[a-z]+$/.test(written) || written.length < MIN_MISSPELT_LETTERS) return known;
  const meant = new Set(
    [...MONTH_BY_NAME].flatMap(([spelling, month]) => (isAlmost(written, spelling) ? [month] : [])),
  );
  return meant.size === 1 ? [...meant][0] : undefined;
}

const isAlmost = (written: string, spelling: string): boolean =>
  spelling.length >= MIN_MISSPELT_LETTERS &&
  written[0] === spelling[0] &&
  Math.abs(written.length - spelling.length) <= 1 &&
  (leven(written, spelling) === 1 || lettersOf(written) === lettersOf(spelling));

const lettersOf = (name: string): string => [...name].sort().join('');

/** Days of a month of Bikram Sambat; undefined outside of the years that are known. */
export const daysOfBikramSambat = (year: number, month: number): number | undefined =>
  isKnownYear(year) && month >= 1 && month <= 12 ? bikramSambat.daysInMonth(year, month) : undefined;

/** The Bikram Sambat date of a Gregorian day as an edition shows it, e.g. Mangsir 5, 2083 BS; undefined where there is none. */
export function bikramSambatText(gregorian: CalendarDay, locale: Locale): string | undefined {
  const converted = toBikramSambat(gregorian);
  if (!converted) return undefined;
  const { year, month, day } = converted;
  const name = MONTHS[locale][month - 1];
  if (locale === 'en') return `${name} ${day}, ${year} BS`;
  return `${inNepaliDigits(year)} ${name} ${inNepaliDigits(day)}`;
}

/** A Gregorian day in Nepali, e.g. २०२६ नोभेम्बर २१. */
export const gregorianTextInNepali = ({ year, month, day }: CalendarDay): string =>
  `${inNepaliDigits(year)} ${GREGORIAN_MONTHS[month - 1]} ${inNepaliDigits(day)}`;

/**
 * A month in Nepali, and a day of it: in Bikram Sambat (२०८३ असार, २०८३ असार ३२) where that is known, else Gregorian. A month
 * without a day is no month of Bikram Sambat, so it stays Gregorian.
 */
export function monthAndDayInNepali({ year, month, day }: Omit<CalendarDay, 'day'> & { day?: number }): {
  month: string;
  day: string;
} {
  const converted = day === undefined ? undefined : toBikramSambat({ year, month, day });
  const shown = converted ?? { year, month, day };
  const name = (converted ? MONTHS.ne : GREGORIAN_MONTHS)[shown.month - 1];
  const text = `${inNepaliDigits(shown.year)} ${name}`;
  return { month: text, day: shown.day === undefined ? text : `${text} ${inNepaliDigits(shown.day)}` };
}

const MONTH = /^(\d{4})-(\d{2})$/;

/** A month of a calendar, e.g. 2082-04, in words; undefined for any other text. */
export function monthText(value: string, calendar: 'ad' | 'bs', locale: Locale): string | undefined {
  const [, year, number] = MONTH.exec(value) ?? [];
  const month = Number(number);
  const names = calendar === 'bs' ? MONTHS[locale] : locale === 'ne' ? GREGORIAN_MONTHS : ENGLISH_MONTHS;
  const name = names[month - 1];
  if (year === undefined || name === undefined) return undefined;
  return locale === 'ne' ? `${inNepaliDigits(Number(year))} ${name}` : `${name} ${year}`;
}

const DAY = /^(\d{4})-(\d{2})-(\d{2})$/;

const dayOf = (text: string): CalendarDay | undefined => {
  const [, year, month, day] = DAY.exec(text)?.map(Number) ?? [];
  return year === undefined || month === undefined || day === undefined ? undefined : { year, month, day };
};
const textOf = ({ year, month, day }: CalendarDay): string => inUtc({ year, month, day }).toISOString().slice(0, 10);

/** The month of Bikram Sambat in which a Gregorian day is, as 2082-04. */
export function toBikramSambatMonth(day: string): string | undefined {
  const gregorian = dayOf(day);
  const converted = gregorian && toBikramSambat(gregorian);
  return converted && `${converted.year}-${String(converted.month).padStart(2, '0')}`;
}

/** The first day of a month of a calendar, Gregorian: 2082-04 begins on 2025-07-17. */
export function monthBegin(value: string, calendar: 'ad' | 'bs'): string | undefined {
  const [, year = 0, month = 0] = MONTH.exec(value)?.map(Number) ?? [];
  const first = { year, month, day: 1 };
  const gregorian = calendar === 'bs' ? fromBikramSambat(first) : first;
  return gregorian && textOf(gregorian);
}

/** The words by which a day or a month is found in Bikram Sambat: its year, and the names of its month. */
export function bikramSambatWords(value: string, calendar: 'ad' | 'bs' = 'ad'): string {
  if (MONTH.test(value)) return `${monthText(value, calendar, 'en') ?? ''} ${monthText(value, calendar, 'ne') ?? ''}`;
  const gregorian = dayOf(value);
  const converted = gregorian && toBikramSambat(gregorian);
  if (!converted) return '';
  const { year, month, day } = converted;
  return `${MONTHS.en[month - 1]} ${MONTHS.ne[month - 1]} ${day} ${year}`;
}

/** The month with which the fiscal year of Nepal begins: Shrawan. */
const FISCAL_MONTH = 4;
const LONGEST_YEAR_DAYS = 366;

/** The fiscal years of Nepal that are known, from one Gregorian day to another, the newest first, with their days: 2082/83. */
export function fiscalYears(first: string, last: string): { name: string; from: string; to: string }[] {
  const [begin, end] = [dayOf(first), dayOf(last)].map((day) => day && (toBikramSambat(day) ?? nearestKnown(day)));
  if (!begin || !end) return [];
  const yearOf = ({ year, month }: CalendarDay) => (month >= FISCAL_MONTH ? year : year - 1);
  const count = yearOf(end) - yearOf(begin) + 1;
  return Array.from({ length: Math.max(0, count) }, (_, index) => yearOf(end) - index).flatMap((year) => {
    const from = fromBikramSambat({ year, month: FISCAL_MONTH, day: 1 });
    const lastDay = daysOfBikramSambat(year + 1, FISCAL_MONTH - 1) ?? 0;
    const to = fromBikramSambat({ year: year + 1, month: FISCAL_MONTH - 1, day: lastDay });
    if (!from) return [];
    // The end of a year that is not published yet is open, but the year after it is not a part of it.
    const latest = textOf({ ...from, day: from.day + LONGEST_YEAR_DAYS - 1 });
    const open = last < latest ? last : latest;
    return [{ name: `${year}/${String(year + 1).slice(2)}`, from: textOf(from), to: to ? textOf(to) : open }];
  });
}

/** Of a day that cannot be converted: in the last year that is published, or in the first in which the tables agree. */
const nearestKnown = ({ year }: CalendarDay): CalendarDay =>
  year + 57 > LAST_PUBLISHED_YEAR
    ? { year: LAST_PUBLISHED_YEAR, month: 12, day: 1 }
    : { year: FIRST_AGREED_YEAR, month: 1, day: 1 };

/** Midnight in UTC: neither the calendar nor the weekday depends on the zone of the process. */
const inUtc = ({ year, month, day }: CalendarDay): Date => new Date(Date.UTC(year, month - 1, day));

const inNepaliDigits = (value: number): string => digits('ne', value);
