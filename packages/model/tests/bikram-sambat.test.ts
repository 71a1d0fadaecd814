import DateConverter from '@remotemerge/nepali-date-converter';
import { describe, expect, it } from 'vitest';
import {
  bikramSambatText,
  type CalendarDay,
  FIRST_AGREED_YEAR,
  fiscalYears,
  gregorianTextInNepali,
  LAST_PUBLISHED_YEAR,
  toBikramSambat,
} from '../src/dates/bikram-sambat.ts';

const DAY_MS = 86_400_000;

const dayAt = (timeMs: number): CalendarDay => {
  const date = new Date(timeMs);
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
};
const day = (date: string) => dayAt(Date.parse(date));

/** Every day that can be converted. */
const knownDays = () =>
  Array.from({ length: 200 * 366 }, (_, index) => dayAt(Date.UTC(1900, 0, 1) + index * DAY_MS)).flatMap((gregorian) => {
    const converted = toBikramSambat(gregorian);
    return converted ? [{ gregorian, converted }] : [];
  });

describe('a Gregorian day', () => {
  it.each([
    ['2026-04-14', 2083, 1, 1],
    ['2026-11-21', 2083, 8, 5],
    ['2026-11-22', 2083, 8, 6],
    ['2025-04-13', 2081, 12, 31],
    ['2025-04-14', 2082, 1, 1],
    ['2015-04-25', 2072, 1, 12],
    ['1951-02-18', 2007, 11, 7],
    ['1943-04-14', FIRST_AGREED_YEAR, 1, 1],
    ['2027-04-13', LAST_PUBLISHED_YEAR, 12, 30],
  ])('%s is %i-%i-%i', (gregorian, year, month, dayOfMonth) => {
    expect(toBikramSambat(day(gregorian))).toEqual({ year, month, day: dayOfMonth });
  });

  it.each([
    '0001-01-01',
    '1900-01-01',
    '1943-01-01',
    '1943-04-13',
    '2027-04-14',
    '2027-12-31',
    '2034-04-14',
    '9999-12-31',
  ])('%s is in no year that is known', (gregorian) => {
    expect(toBikramSambat(day(gregorian))).toBeUndefined();
    expect(bikramSambatText(day(gregorian), 'ne')).toBeUndefined();
    expect(bikramSambatText(day(gregorian), 'en')).toBeUndefined();
  });

  it('is the same in the table of another package, on every day of the years that are known', () => {
    const known = knownDays();
    expect(known.at(0)?.converted).toEqual({ year: FIRST_AGREED_YEAR, month: 1, day: 1 });
    expect(known.at(-1)?.converted).toMatchObject({ year: LAST_PUBLISHED_YEAR, month: 12 });
    for (const { gregorian, converted } of known) {
      const { year, month, date } = new DateConverter(Object.values(gregorian).join('-')).toBs();
      if (converted.year !== year || converted.month !== month || converted.day !== date)
        expect.fail(`${Object.values(gregorian)} is ${Object.values(converted)} here, ${[year, month, date]} there`);
    }
  });

  it('follows the day before it', () => {
    const [first, ...others] = knownDays().map(({ converted }) => converted);
    let { year, month, day } = first ?? { year: 0, month: 0, day: 0 };
    for (const next of others) {
      const isNextDay = next.year === year && next.month === month && next.day === day + 1;
      const isNextMonth = next.year === year && next.month === month + 1 && next.day === 1 && day >= 29;
      const isNextYear = next.year === year + 1 && month === 12 && next.month === 1 && next.day === 1 && day >= 29;
      if (!isNextDay && !isNextMonth && !isNextYear)
        expect.fail(`${[year, month, day]} is followed by ${Object.values(next)}`);
      ({ year, month, day } = next);
    }
  });
});

describe('the texts of', () => {
  it.each([
    ['2026-11-21', '२०८३ मंसिर ५', 'Mangsir 5, 2083 BS', '२०२६ नोभेम्बर २१'],
    ['2026-11-22', '२०८३ मंसिर ६', 'Mangsir 6, 2083 BS', '२०२६ नोभेम्बर २२'],
    ['2026-04-14', '२०८३ वैशाख १', 'Baisakh 1, 2083 BS', '२०२६ अप्रिल १४'],
    ['2024-01-31', '२०८० माघ १७', 'Magh 17, 2080 BS', '२०२४ जनवरी ३१'],
  ])('%s', (gregorian, nepali, english, gregorianInNepali) => {
    expect(bikramSambatText(day(gregorian), 'ne')).toBe(nepali);
    expect(bikramSambatText(day(gregorian), 'en')).toBe(english);
    expect(gregorianTextInNepali(day(gregorian))).toBe(gregorianInNepali);
  });

  it('each month name it', () => {
    const texts = Array.from({ length: 12 }, (_, month) => dayAt(Date.UTC(2025, 3 + month, 28))).map((gregorian) => [
      gregorianTextInNepali(gregorian).split(' ')[1],
      bikramSambatText(gregorian, 'ne')?.split(' ')[1],
      bikramSambatText(gregorian, 'en')?.split(' ')[0],
    ]);
    expect(texts).toEqual([
      ['अप्रिल', 'वैशाख', 'Baisakh'],
      ['मे', 'जेठ', 'Jestha'],
      ['जुन', 'असार', 'Asar'],
      ['जुलाई', 'साउन', 'Shrawan'],
      ['अगस्ट', 'भदौ', 'Bhadra'],
      ['सेप्टेम्बर', 'असोज', 'Ashwin'],
      ['अक्टोबर', 'कात्तिक', 'Kartik'],
      ['नोभेम्बर', 'मंसिर', 'Mangsir'],
      ['डिसेम्बर', 'पुस', 'Poush'],
      ['जनवरी', 'माघ', 'Magh'],
      ['फेब्रुअरी', 'फागुन', 'Falgun'],
      ['मार्च', 'चैत', 'Chaitra'],
    ]);
  });
});

describe('fiscal years', () => {
  const namesOf = (first: string, last: string) => fiscalYears(first, last).map(({ name }) => name);

  it('are those of the days, the newest first', () => {
    expect(fiscalYears('2025-07-16', '2025-07-17')).toEqual([
      { name: '2082/83', from: '2025-07-17', to: '2026-07-16' },
      { name: '2081/82', from: '2024-07-16', to: '2025-07-16' },
    ]);
    expect(namesOf('none', '2025-07-17')).toEqual([]);
  });

  it('end with the last that is published, and begin with the first that is known', () => {
    expect(namesOf('2025-08-01', '2027-04-14')).toEqual(['2083/84', '2082/83']);
    expect(namesOf('2025-08-01', '9999-12-31')).toEqual(['2083/84', '2082/83']);
    expect(namesOf('1900-01-01', '1944-08-01')).toEqual(['2001/02', '2000/01']);
    expect(namesOf('1900-01-01', '1901-01-01')).toEqual([]);
  });

  it('do not go on for longer than a year', () => {
    expect(fiscalYears('2026-08-01', '2027-05-01')[0]?.to).toBe('2027-05-01');
    expect(fiscalYears('2026-08-01', '2029-05-01')[0]?.to).toBe('2027-07-17');
  });
});
