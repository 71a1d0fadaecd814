import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { examples } from '../../../tests/support/extents.ts';
import { parseWithFormats } from '../src/dates/date-formats.ts';
import { detectDateFormats, looksLikeBikramSambat } from '../src/dates/detect-date-formats.ts';

const NOW = new Date('2026-11-22T00:00:00Z');
const detect = (...values: string[]) => detectDateFormats(values, NOW);
const sure = (...formats: string[]) => ({ formats, isAmbiguous: false });
const unsure = (...formats: string[]) => ({ formats, isAmbiguous: true });

describe('the forms of', () => {
  it.each([
    ['ISO 8601 alone', ['2026-10-01', '2026-10-01 10:00:00', '2026-10-01T10:00:00.000000Z', '2026-12-31'], []],
    ['days before months', ['01/10/2026', '25/10/2026'], ['DD/MM/YYYY']],
    ['months before days', ['10/01/2026', '10/25/2026'], ['MM/DD/YYYY']],
    ['numbers without zeros', ['1/10/2026', '25/10/2026'], ['D/M/YYYY']],
    ['numbers over 9 alone', ['25/10/2026'], ['D/M/YYYY']],
    ['years first', ['2026.10.01', '2026.10.25'], ['YYYY.MM.DD']],
    ['short ISO 8601', ['2026-3-5', '2026-12-25'], ['YYYY-M-D']],
    ['names', ['5 March 2026', '12 May 2026', '25 June 2026'], ['D MMMM YYYY']],
    ['short names', ['05-Mar-26', '25-Jun-26'], ['DD-MMM-YY']],
    ['names before days', ['March 5, 2026', 'May 25, 2026'], ['MMMM D, YYYY']],
    ['ordinals', ['5th March 2026', '22nd May 2026'], ['Do MMMM YYYY']],
    ['days of the week', ['Thu, 05 Mar 2026 10:00:00 GMT'], ['ddd, DD MMM YYYY H:mm:ss Z']],
    ['times', ['25/10/2026 09:05', '01/10/2026 10:00'], ['DD/MM/YYYY HH:mm']],
    ['twelve hours', ['Mar 5, 2026 2:05 PM', 'Mar 15, 2026 11:05 am'], ['MMM D, YYYY h:mm A']],
    ['seconds', ['1709596800', '1709596801'], ['X']],
    ['milliseconds', ['1709596800000'], ['x']],
    ['digits alone', ['20261001', '20261125'], ['YYYYMMDD']],
    ['the order of other times', ['01/10/2026', '25/10/2026 10:00'], ['DD/MM/YYYY', 'D/M/YYYY H:mm']],
    ['no dates', ['soon', '', '2081/82', '12', '99/99/2026', 'Report 2026'], []],
    ['months without a day', ['Poush 2080', '17 Poush 2080'], ['BS MMMM YYYY', 'BS D MMMM YYYY']],
    ['months as people write them', ['25th Mangisr 2083', '31 Baishak 2083'], ['BS Do MMMM YYYY', 'BS D MMMM YYYY']],
    ['Gregorian months without a day', ['March 2026'], ['MMMM YYYY']],
    ['Nepali', ['२०२६ नोभेम्बर २१', '२०२६ मार्च ५'], ['YYYY MMMM D']],
    ['Bikram Sambat by name', ['32 Sharwan 2081'], ['BS D MMMM YYYY']],
    ['Bikram Sambat by name, in Nepali', ['२०८१ साउन १६ गते', 'वि.सं. २०८१ पुस ५'], ['BS YYYY MMMM D']],
    ['Bikram Sambat by its years', ['2081-04-16', '2082-01-05'], ['BS YYYY-MM-DD']],
    ['Bikram Sambat with times', ['2081-04-16 10:30:00', '2082-01-05 09:00:00'], ['BS YYYY-MM-DD HH:mm:ss']],
    ['Bikram Sambat by its longest month', ['32/04/2081', '05/05/2081'], ['BS DD/MM/YYYY']],
    ['Bikram Sambat in Nepali digits', ['२०८१/०४/१६'], ['BS YYYY/MM/DD']],
    ['Bikram Sambat by its name', ['2081-04-16 BS'], ['BS YYYY-MM-DD']],
    ['our own texts', ['Mangsir 5, 2083 BS', '२०८३ मंसिर ५, शनिबार'], ['BS MMMM D YYYY', 'BS YYYY MMMM D dddd']],
    [
      'both calendars, by their names',
      ['5 March 2026', '16 Shrawan 2081', '17 Shrawan 2081'],
      ['BS D MMMM YYYY', 'D MMMM YYYY'],
    ],
    [
      'several kinds, the most frequent first',
      ['2026-10-01', '25/10/2026', 'March 5, 2026', 'May 6, 2026'],
      ['MMMM D, YYYY', 'D/M/YYYY'],
    ],
    ['a date that stands for never', ['2026-10-01', '2099-12-31'], []],
    ['short years of Bikram Sambat, which cannot be read', ['16/04/81', '25/04/81'], []],
  ])('%s', (_, values, formats) => expect(detect(...values)).toEqual(sure(...formats)));

  it.each([
    ['numbers up to 12 alone, as in Nepal', ['01/10/2026', '05/03/2026'], ['DD/MM/YYYY']],
    ['both orders', ['25/10/2026', '10/26/2026', '26/10/2026'], ['D/M/YYYY', 'M/D/YYYY']],
    ['both calendars in one form', ['2081-04-16', '2024-07-30', '2024-07-31'], ['BS YYYY-MM-DD', 'YYYY-MM-DD']],
    ['one year far ahead among many', ['2050-12-31', ...Array(20).fill('2024-07-31')], []],
  ])('%s: a person must look', (_, values, formats) => expect(detect(...values)).toEqual(unsure(...formats)));

  it('any one form read every text that has it', { tags: ['properties'] }, () => {
    const FORMS = {
      'DD/MM/YYYY': { day: '2-digit', month: '2-digit' },
      'D MMMM YYYY': { day: 'numeric', month: 'long' },
      'D MMM YYYY': { day: 'numeric', month: 'short' },
    } as const;
    const dates = fc.array(fc.date({ min: new Date('1995-01-01'), max: new Date('2030-12-31'), noInvalidDate: true }), {
      minLength: 1,
      maxLength: 20,
    });
    fc.assert(
      fc.property(dates, fc.constantFrom(...Object.values(FORMS)), (times, form) => {
        const write = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', year: 'numeric', ...form });
        const { formats } = detect(...times.map((time) => write.format(time)));
        for (const time of times)
          expect(parseWithFormats(write.format(time), formats)?.time).toBe(time.toISOString().slice(0, 10));
      }),
      { numRuns: examples(100) },
    );
  });

  it('any texts are found without an error, and each reads one of them', { tags: ['properties'] }, () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.stringMatching(/^\d{1,4}[-/. ]\d{1,2}[-/. ]\d{1,4}( \d\d:\d\d)?$/),
      fc.stringMatching(/^\d{1,2} (Magh|March|may|पुस) \d{2,4}$/),
    );
    fc.assert(
      fc.property(fc.array(text), (values) => {
        for (const format of detect(...values).formats)
          expect(values.some((value) => parseWithFormats(value, [format])?.time !== undefined)).toBe(true);
      }),
      { numRuns: examples(100) },
    );
  });
});

describe('a day that seems to be of Bikram Sambat', () => {
  it.each([
    ['2081-04-16', true],
    ['2083-12-30', true],
    ['2047-01-01', true],
    ['2046-12-31', false],
    ['2026-10-01', false],
    ['1998-10-01', false],
    ['2099-12-31', false],
    ['9999-12-31', false],
    ['soon', false],
  ])('%s: %s', (day, expected) => expect(looksLikeBikramSambat(day, NOW)).toBe(expected));
});
