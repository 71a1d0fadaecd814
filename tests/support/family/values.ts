import { createRequire } from 'node:module';
import { eachObject, eachText, type Fields } from './contract.ts';
import type { Form } from './form.ts';

/* Forms with the contract's names and other values: numbers, flags, dates, states. */

const envelope = (data: unknown) => ({ error: false, data });

/** Every number as a text, and flags as 1 and 0. */
const asTexts = (fields: Fields): Fields =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      typeof value === 'number' ? String(value) : typeof value === 'boolean' ? String(Number(value)) : value,
    ]),
  );

/** The fields that are flags. */
const FLAGS = new Set(['is_pinned', 'is_head_office']);
const withFlags = (yes: unknown, no: unknown) => (fields: Fields) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, FLAGS.has(name) ? (Number(value) === 1 ? yes : no) : value]),
  );

const DAY = /^(\d{4})-(\d{2})-(\d{2})$/;

interface BikramSambat {
  toBik(date: string): { year: number; month: number; day: number };
}
const { toBik }: BikramSambat = createRequire(import.meta.url)('bikram-sambat');
/** As sites spell them: there is no one spelling. */
const MONTHS = 'Baisakh Jestha Asar Sharwan Bhadra Ashwin Kartik Mangsir Poush Magh Falgun Chaitra'.split(' ');
const NEPALI_MONTHS = 'बैशाख जेठ असार साउन भदौ असोज कार्तिक मंसिर पुष माघ फागुन चैत'.split(' ');
const inDevanagari = (text: string) => text.replace(/\d/g, (digit) => String.fromCharCode(0x966 + Number(digit)));

/** Days that have passed, in Bikram Sambat. Those to come are in the other calendar: its table ends. */
const passed = (text: string) => DAY.test(text) && text < '2025';
function bikramSambat(text: string): string {
  const { year, month, day } = toBik(text);
  return `${day} ${MONTHS[month - 1]} ${year}`;
}
function bikramSambatInNepali(text: string): string {
  const { year, month, day } = toBik(text);
  return inDevanagari(`${year} ${NEPALI_MONTHS[month - 1]} ${day}`);
}
function bikramSambatNumbers(text: string): string {
  const { year, month, day } = toBik(text);
  return [year, month, day].map((part) => String(part).padStart(2, '0')).join('/');
}

const dated = (name: string, mapping: string, change: (text: string) => string): Form => ({
  name,
  mapping,
  body: ({ data }) => envelope(eachText(data, (text) => (DAY.test(text) ? change(text) : text))),
});
const dayFirst = (text: string) => text.replace(DAY, '$3/$2/$1');

/** A draft, which no visitor may see. */
const DRAFT = {
  id: 900,
  slug: 'draft',
  name: 'A draft',
  question: 'A draft?',
  answer: 'None',
  created_at: '2024-12-01',
};
const LISTS_WITH_DRAFTS = ['blogs', 'news', 'notice'];

export const VALUES: Form[] = [
  { name: 'numbers as strings, flags as "1" and "0"', body: ({ data }) => envelope(eachObject(data, asTexts)) },
  {
    name: 'flags as "Y" and "N"',
    mapping: `calls:
  notice:
    values:
      is_pinned: { Y: 1, N: 0 }
  service-center:
    values:
      is_head_office: { Y: 1, N: 0 }
`,
    body: ({ data }) => envelope(eachObject(data, withFlags('Y', 'N'))),
  },
  {
    name: 'flags as "yes" and "no"',
    mapping: `calls:
  notice:
    values:
      is_pinned: { "yes": true, "no": false }
  service-center:
    values:
      is_head_office: { "yes": true, "no": false }
`,
    body: ({ data }) => envelope(eachObject(data, withFlags('yes', 'no'))),
  },
  dated("dates as '01/10/2026'", 'dates: [DD/MM/YYYY]\n', dayFirst),
  dated("dates as '1 October, 2026'", 'dates: ["D MMMM, YYYY"]\n', (text) =>
    new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', day: 'numeric', month: 'long', year: 'numeric' })
      .format(new Date(text))
      .replace(/ (\d{4})$/, ', $1'),
  ),
  dated("dates as '32 Sharwan 2081', deadlines as '01/10/2026'", 'dates: [BS D MMMM YYYY, DD/MM/YYYY]\n', (text) =>
    passed(text) ? bikramSambat(text) : dayFirst(text),
  ),
  dated("dates as '२०८१ साउन ३२'", 'dates: [BS YYYY MMMM D]\n', (text) =>
    passed(text) ? bikramSambatInNepali(text) : text,
  ),
  dated("dates as '2081/04/32' in Bikram Sambat", 'dates: [BS YYYY/MM/DD]\n', (text) =>
    passed(text) ? bikramSambatNumbers(text) : text,
  ),
  {
    name: 'a status 1 or 0, with the drafts in the lists',
    mapping: `calls:
  blogs:
    values: &status
      status: { 1: published, 0: draft }
  news:
    values: *status
  notice:
    values: *status
`,
    body: ({ call, name = '', items, data, content }) => {
      if (items && LISTS_WITH_DRAFTS.includes(call))
        return envelope({ [name]: [{ ...DRAFT, status: 0 }, ...items.map((item) => ({ ...item, status: 1 }))] });
      const hasStatus = LISTS_WITH_DRAFTS.some((list) => call.startsWith(`${list}/`));
      return envelope(hasStatus ? { [name]: { ...Object(content), status: '1' } } : data);
    },
  },
];
