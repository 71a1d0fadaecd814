import DateConverter from '@remotemerge/nepali-date-converter';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { examples } from '../../../tests/support/extents.ts';
import {
  bikramSambatMonth,
  FIRST_AGREED_YEAR,
  fromBikramSambat,
  LAST_PUBLISHED_YEAR,
  toBikramSambat,
} from '../src/dates/bikram-sambat.ts';
import { dateFormatFault, parseWithFormats } from '../src/dates/date-formats.ts';
import { parseTime } from '../src/dates/dates.ts';

const timeOf = (value: string, ...formats: string[]) => parseWithFormats(value, formats)?.time;
const reasonOf = (value: string, ...formats: string[]) => parseWithFormats(value, formats)?.reason;

describe('a Gregorian date', () => {
  it.each([
    ['01/10/2026', 'DD/MM/YYYY', '2026-10-01'],
    ['01/10/2026', 'MM/DD/YYYY', '2026-01-10'],
    ['1/10/2026', 'D/M/YYYY', '2026-10-01'],
    ['01/10/2026', 'D/M/YYYY', '2026-10-01'],
    ['  01/10/2026 ', 'DD/MM/YYYY', '2026-10-01'],
    ['29/02/2024', 'DD/MM/YYYY', '2024-02-29'],
    ['2026.10.01', 'YYYY.MM.DD', '2026-10-01'],
    ['20261001', 'YYYYMMDD', '2026-10-01'],
    ['5 March 2026', 'D MMMM YYYY', '2026-03-05'],
    ['5 MARCH 2026', 'D MMMM YYYY', '2026-03-05'],
    ['5 mar 2026', 'D MMMM YYYY', '2026-03-05'],
    ['5 Sept 2026', 'D MMM YYYY', '2026-09-05'],
    ['5th March, 2026', 'Do MMMM, YYYY', '2026-03-05'],
    ['05-Mar-26', 'DD-MMM-YY', '2026-03-05'],
    ['05-Mar-98', 'DD-MMM-YY', '1998-03-05'],
    ['Mar 5, 2026 2:05 PM', 'MMM D, YYYY h:mm A', '2026-03-05 14:05:00'],
    ['Mar. 5, 2026 2:05 p.m.', 'MMM D, YYYY h:mm A', '2026-03-05 14:05:00'],
    ['Mar 5, 2026 12:05 am', 'MMM D, YYYY h:mm A', '2026-03-05 00:05:00'],
    ['Mar 5, 2026 12:05 pm', 'MMM D, YYYY h:mm A', '2026-03-05 12:05:00'],
    ['05/03/2026 09:07:03', 'DD/MM/YYYY HH:mm:ss', '2026-03-05 09:07:03'],
    ['05/03/2026 at 09:07', 'DD/MM/YYYY [at] HH:mm', '2026-03-05 09:07:00'],
    ['Thu, 05 Mar 2026 10:00:00 +0545', 'ddd, DD MMM YYYY HH:mm:ss ZZ', '2026-03-05T10:00:00+0545'],
    ['Thursday, 05 Mar 2026 10:00:00 GMT', 'dddd, DD MMM YYYY HH:mm:ss Z', '2026-03-05T10:00:00Z'],
    ['05/03/2026T10:00:00.123Z', 'DD/MM/YYYYTHH:mm:ss.SSSZ', '2026-03-05T10:00:00Z'],
    ['२०२६ नोभेम्बर २१', 'YYYY MMMM D', '2026-11-21'],
    ['०१/१०/२०२६', 'DD/MM/YYYY', '2026-10-01'],
    ['1709596800', 'X', '2024-03-05T00:00:00Z'],
    ['1709596800000', 'x', '2024-03-05T00:00:00Z'],
  ])('%s as %s', (value, format, time) => {
    expect(parseWithFormats(value, [format])).toEqual({ time });
    expect(parseTime(time, 'Asia/Kathmandu')?.isValid()).toBe(true);
  });

  it.each([
    ['1/10/2026', 'DD/MM/YYYY'],
    ['01-10-2026', 'DD/MM/YYYY'],
    ['01/10/26', 'DD/MM/YYYY'],
    ['on 01/10/2026', 'DD/MM/YYYY'],
    ['01/10/2026 10:00', 'DD/MM/YYYY'],
    ['001/10/2026', 'DD/MM/YYYY'],
    ['5 Marsh 2026', 'D MMMM YYYY'],
    ['5 Sharwan 2081', 'D MMMM YYYY'],
    ['someday, 05 Mar 2026', 'dddd, DD MMM YYYY'],
    ['0', 'X'],
    ['2026', 'X'],
    ['1709596800000', 'X'],
    ['1709596800', 'x'],
    ['', 'DD/MM/YYYY'],
    ['2026x10x01', 'YYYY.MM.DD'],
  ])('%s has not the form %s', (value, format) => expect(parseWithFormats(value, [format])).toBeUndefined());

  it.each([
    ['31/02/2026', 'DD/MM/YYYY', 'no such day'],
    ['29/02/2026', 'DD/MM/YYYY', 'no such day'],
    ['31/04/2026', 'DD/MM/YYYY', 'no such day'],
    ['01/13/2026', 'DD/MM/YYYY', 'no such day'],
    ['00/10/2026', 'DD/MM/YYYY', 'no such day'],
    ['01/00/2026', 'DD/MM/YYYY', 'no such day'],
    ['00/00/0000', 'DD/MM/YYYY', 'no such day'],
    ['05/03/2026 24:00', 'DD/MM/YYYY HH:mm', 'no such time'],
    ['05/03/2026 10:60', 'DD/MM/YYYY HH:mm', 'no such time'],
    ['05/03/2026 13:00 PM', 'DD/MM/YYYY hh:mm A', 'no such time'],
    ['05/03/2026 00:30 AM', 'DD/MM/YYYY hh:mm A', 'no such time'],
    ['Friday, 05 Mar 2026', 'dddd, DD MMM YYYY', 'that day is no Friday'],
  ])('%s has the form %s and is none: %s', (value, format, reason) => {
    expect(timeOf(value, format)).toBeUndefined();
    expect(reasonOf(value, format)).toContain(`has the form ${format}, but `);
    expect(reasonOf(value, format)).toContain(reason);
  });

  it('is read in the first form that gives a day', () => {
    expect(timeOf('03/25/2026', 'DD/MM/YYYY', 'MM/DD/YYYY')).toBe('2026-03-25');
    expect(timeOf('03/05/2026', 'DD/MM/YYYY', 'MM/DD/YYYY')).toBe('2026-05-03');
    expect(timeOf('03/05/2026', 'BS D MMMM YYYY', 'DD/MM/YYYY')).toBe('2026-05-03');
  });

  it('of any time is read as it was written', { tags: ['properties'] }, () => {
    const FORMS = {
      'D MMM YYYY h:mm:ss A': { day: 'numeric', month: 'short', hourCycle: 'h12' },
      'DD/MM/YYYY, HH:mm:ss': { day: '2-digit', month: '2-digit', hourCycle: 'h23' },
      'D MMMM YYYY [at] HH:mm:ss': { day: 'numeric', month: 'long', hourCycle: 'h23' },
    } as const;
    fc.assert(
      fc.property(
        fc.date({ min: new Date('1970-01-01'), max: new Date('2099-12-31'), noInvalidDate: true }),
        fc.constantFrom('D MMM YYYY h:mm:ss A', 'DD/MM/YYYY, HH:mm:ss', 'D MMMM YYYY [at] HH:mm:ss'),
        (date, format) => {
          const { hourCycle, ...day } = FORMS[format];
          const time = { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle } as const;
          const text = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', year: 'numeric', ...day, ...time }).format(
            date,
          );
          const written = format.startsWith('D MMM ')
            ? text.replace(',', '')
            : text.replace(/^(\d+ \w+ \d+), /, '$1 at ');
          expect(timeOf(written, format)).toBe(date.toISOString().slice(0, 19).replace('T', ' '));
        },
      ),
      { numRuns: examples(100) },
    );
  });
});

describe('a date of Bikram Sambat', () => {
  it.each([
    ['32 Sharwan 2081', 'BS D MMMM YYYY', '2024-08-16'],
    ['16 Shrawan 2081', 'BS D MMMM YYYY', '2024-07-31'],
    ['2081-04-16', 'BS YYYY-MM-DD', '2024-07-31'],
    ['2081/4/16', 'BS YYYY/M/D', '2024-07-31'],
    ['16/04/2081', 'BS DD/MM/YYYY', '2024-07-31'],
    ['2081 Shrawan 16', 'BS YYYY MMMM D', '2024-07-31'],
    ['2081-04-16 10:30', 'BS YYYY-MM-DD HH:mm', '2024-07-31 10:30:00'],
    ['२०८१-०४-१६', 'BS YYYY-MM-DD', '2024-07-31'],
    ['२०८१ साउन १६', 'BS YYYY MMMM D', '2024-07-31'],
    ['२०८१ साउन १६ गते', 'BS YYYY MMMM D', '2024-07-31'],
    ['२०८१ साल श्रावण १६ गते', 'BS YYYY MMMM D', '2024-07-31'],
    ['वि.सं. २०८१ साउन १६ गते', 'BS YYYY MMMM D', '2024-07-31'],
    ['वि.सं.२०८१-०४-१६', 'BS YYYY-MM-DD', '2024-07-31'],
    ['2081-04-16 B.S.', 'BS YYYY-MM-DD', '2024-07-31'],
    ['BS 2081-04-16', 'BS YYYY-MM-DD', '2024-07-31'],
    ['Mangsir 5, 2083 BS', 'BS MMMM D, YYYY', '2026-11-21'],
    ['२०८३ मंसिर ५, शनिबार', 'BS YYYY MMMM D, dddd', '2026-11-21'],
    ['12 Baisakh 2072', 'BS D MMMM YYYY', '2015-04-25'],
    ['1 Baisakh 2000', 'BS D MMMM YYYY', '1943-04-14'],
    ['30 Chaitra 2083', 'BS D MMMM YYYY', '2027-04-13'],
  ])('%s as %s is %s', (value, format, time) => expect(parseWithFormats(value, [format])).toEqual({ time }));

  it.each([
    ['33 Sharwan 2081', 'BS D MMMM YYYY', 'no such day'],
    ['32 Magh 2081', 'BS D MMMM YYYY', 'no such day'],
    ['31 Chaitra 2083', 'BS D MMMM YYYY', 'no such day'],
    ['2081-13-01', 'BS YYYY-MM-DD', 'no such day'],
    ['2081-00-01', 'BS YYYY-MM-DD', 'no such day'],
    ['2081-04-00', 'BS YYYY-MM-DD', 'no such day'],
    ['1975-01-01 BS', 'BS YYYY-MM-DD', 'known from 2000 to 2083 only'],
    ['2085-01-01', 'BS YYYY-MM-DD', 'known from 2000 to 2083 only'],
    ['2083 मंसिर ५, आइतबार', 'BS YYYY MMMM D dddd', 'that day is no आइतबार'],
  ])('%s has the form %s and is none: %s', (value, format, reason) =>
    expect(reasonOf(value, format)).toContain(reason),
  );

  it.each([
    ['16 March 2081', 'BS D MMMM YYYY'],
    ['16 Shrawan 2081 in Pokhara', 'BS D MMMM YYYY'],
    ['081-04-16', 'BS YYYY-MM-DD'],
  ])('%s has not the form %s', (value, format) => expect(parseWithFormats(value, [format])).toBeUndefined());

  it('that is unknown is not read as a Gregorian one', () => {
    expect(reasonOf('2085-01-05', 'BS YYYY-MM-DD', 'YYYY-MM-DD')).toContain('known from 2000 to 2083 only');
    expect(reasonOf('2085-01-05', 'YYYY-MM-DD')).toBeUndefined();
    expect(reasonOf('2082-13-05', 'YYYY-MM-DD', 'BS YYYY-MM-DD')).toContain('has the form BS YYYY-MM-DD, but');
  });

  it('in numbers alone has no year that may be Gregorian', () => {
    expect(reasonOf('2024-07-31', 'BS YYYY-MM-DD')).toContain('name YYYY-MM-DD as well');
    expect(timeOf('2024-07-31', 'BS YYYY-MM-DD', 'YYYY-MM-DD')).toBe('2024-07-31');
    expect(timeOf('1998-07-31', 'BS YYYY-MM-DD', 'YYYY-MM-DD')).toBe('1998-07-31');
    expect(timeOf('2081-04-16', 'BS YYYY-MM-DD', 'YYYY-MM-DD')).toBe('2024-07-31');
    expect(timeOf('2024-07-29 BS', 'BS YYYY-MM-DD')).toBe('1967-11-15');
    expect(timeOf('31 Shrawan 2024', 'BS D MMMM YYYY')).toBe('1967-08-15');
  });

  it('has its months in every common spelling', () => {
    const SPELLINGS = [
      'Baisakh Baishakh Vaisakh वैशाख बैशाख',
      'Jestha Jeth जेठ ज्येष्ठ',
      'Asar Ashad Ashadh Asadh असार आषाढ',
      'Shrawan Sharwan Sawan Saun Srawan साउन श्रावण',
      'Bhadra Bhadau भदौ भाद्र',
      'Ashwin Asoj Ashoj Aswin असोज आश्विन',
      'Kartik Kattik कात्तिक कार्तिक',
      'Mangsir Marga Mansir मंसिर मङ्सिर मार्ग',
      'Poush Push Paush पुस पौष',
      'Magh माघ',
      'Falgun Phalgun Fagun फागुन फाल्गुन',
      'Chaitra Chait चैत चैत्र',
    ];
    for (const [index, names] of SPELLINGS.entries())
      for (const name of names.split(' ')) {
        expect(bikramSambatMonth(name), name).toBe(index + 1);
        expect(timeOf(`5 ${name} 2081`, 'BS D MMMM YYYY'), name).toBe(timeOf(`2081-${index + 1}-5`, 'BS YYYY-M-D'));
      }
    expect(timeOf('5 कात्\u200dतिक 2081', 'BS D MMMM YYYY')).toBe(timeOf('2081-7-5', 'BS YYYY-M-D'));
  });

  it('has its months as people write them, and no others', () => {
    const WRITTEN = [
      'Baishak Baisak',
      'Jestra',
      'Aasadh',
      'Sharawan',
      'Bhaadra',
      'Ashwiin',
      'Karthi',
      'Mangisr Mangshr',
    ];
    for (const [index, names] of WRITTEN.entries())
      for (const name of names.split(' ')) expect(bikramSambatMonth(name), name).toBe(index + 1);
    const OTHERS =
      'January February March April May June July August September October November December Sunday Monday Tuesday';
    for (const name of `${OTHERS} Wednesday Thursday Friday Saturday Report Total Kartikeya Xagh`.split(' '))
      expect(bikramSambatMonth(name), name).toBeUndefined();
  });

  it('without a day is the first of its month, and until the last', () => {
    expect(parseWithFormats('Poush 2080', ['BS MMMM YYYY'])).toEqual({ time: '2023-12-17', lastDay: '2024-01-14' });
    expect(parseWithFormats('२०८० पुस', ['BS YYYY MMMM'])).toEqual({ time: '2023-12-17', lastDay: '2024-01-14' });
    expect(parseWithFormats('Chaitra 2080', ['BS MMMM YYYY'])?.lastDay).toBe('2024-04-12');
    expect(parseWithFormats('February 2024', ['MMMM YYYY'])).toEqual({ time: '2024-02-01', lastDay: '2024-02-29' });
    expect(reasonOf('Poush 2100', 'BS MMMM YYYY')).toMatch(/known from/);
  });

  it('of every year that is known is the day that is converted to it, in both tables', () => {
    let previous = 0;
    for (let year = FIRST_AGREED_YEAR; year <= LAST_PUBLISHED_YEAR; year++)
      for (let month = 1; month <= 12; month++)
        for (let day = 1; day <= 33; day++) {
          const gregorian = fromBikramSambat({ year, month, day });
          if (!gregorian) {
            expect(day).toBeGreaterThan(29);
            continue;
          }
          const iso = timeOf(`${year}-${month}-${day} BS`, 'BS YYYY-M-D') ?? '';
          const time = Date.parse(iso);
          const other = new DateConverter(`${year}-${month}-${day}`).toAd();
          if (previous !== 0 && time - previous !== 86_400_000) expect.fail(`${iso} does not follow the day before it`);
          if (other.year !== gregorian.year || other.month !== gregorian.month || other.date !== gregorian.day)
            expect.fail(`${year}-${month}-${day} is ${iso} here, ${Object.values(other)} there`);
          const back = toBikramSambat(gregorian);
          if (back?.year !== year || back.month !== month || back.day !== day) expect.fail(`${iso} is another day`);
          previous = time;
        }
    expect(previous).toBe(Date.parse('2027-04-13'));
  });
});

describe('a form of dates', () => {
  it.each([
    'DD/MM/YYYY',
    'D MMMM YYYY',
    'MMM D, YYYY h:mm A',
    'YYYY-MM-DD[T]HH:mm:ss.SSSZ',
    'YYYYMMDDHHmmss',
    'X',
    'x',
    'BS YYYY-MM-DD',
    'BS D MMMM YYYY',
    'YYYY [of] MMMM D',
  ])('%s can be used', (format) => expect(dateFormatFault(format)).toBeUndefined());

  it.each([
    ['', 'empty'],
    ['BS ', 'empty'],
    ['Y-m-d', 'unknown letters Y'],
    ['dd.mm.yyyy', 'unknown letters ddyyyy'],
    ['DD/mm/YYYY', 'no month'],
    ['DD/MM', 'no year'],
    ['MM YYYY', 'no day'],
    ['MMMM YYYY HH:mm', 'no day'],
    ['dddd MMMM YYYY', 'no day'],
    ['DD/MM/YYYY HH:MM', 'the month twice'],
    ['DD/MM/YYYY hh:mm', 'h with A'],
    ['DD/MM/YYYY HH:mm A', 'h with A'],
    ['DD/MM/YYYY mm', 'without its hours'],
    ['DD/MM/YYYY Z', 'without a time'],
    ['YYYYMD', 'M beside another number'],
    ['DD/MM/20YY', 'unknown letters 20'],
    ['YYYY-MM-DD at HH:mm', 'unknown letters t'],
    ['BS DD/MM/YY', 'four digits'],
    ['BS X', 'unknown letters X'],
    ['constructor', 'unknown letters'],
    ['bs YYYY-MM-DD', 'unknown letters b'],
  ])('%s cannot: %s', (format, fault) => {
    expect(dateFormatFault(format)).toContain(fault);
    expect(parseWithFormats('01/10/2026', [format])).toBeUndefined();
  });

  it('of any letters reads what it writes, or is refused', { tags: ['properties'] }, () => {
    const token = fc.constantFrom(
      ...'YYYY YY MM M DD D HH H h A mm ss Z MMMM / - . : T [of] ( + BS'.split(' '),
      ' ',
      ', ',
    );
    fc.assert(
      fc.property(fc.array(token, { maxLength: 9 }), fc.string({ unit: 'binary', maxLength: 20 }), (tokens, text) => {
        const format = tokens.join('');
        const time = timeOf(text, format);
        if (time !== undefined) expect(dateFormatFault(format)).toBeUndefined();
        expect(dateFormatFault(format)?.endsWith('.') ?? true).toBe(true);
      }),
      { numRuns: examples(100) },
    );
  });
});
