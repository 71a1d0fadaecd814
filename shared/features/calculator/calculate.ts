import { type Calculator, foldDigits, grouped, type Parameters } from '@foyer/model';

/* What calculators find out, in rupees. Nothing is rounded before it is shown. */

export interface Input {
  amount: number;
  /** Per year, in per cent. */
  rate: number;
  months: number;
}
export type Field = keyof Input;

/** The state at the end of a year, or of the last months. */
export interface Year {
  year: number;
  /** Paid in until then, or paid back. */
  paid: number;
  interest: number;
  /** What is left of a loan; of a saving its value. */
  balance: number;
}

export interface Result {
  /** What is asked for: the instalment of a loan, otherwise the value at the end. */
  main: number;
  /** All that was paid. */
  paid: number;
  /** Interest, or gain; before tax. */
  interest: number;
  tax: number;
  years: Year[];
}

const MONTHS = 12;
const monthly = (rate: number) => rate / 100 / MONTHS;

export function calculate({ type, tax = 0 }: Pick<Calculator, 'type' | 'tax'>, input: Input): Result {
  return type === 'emi' ? loan(input) : type === 'sip' ? plan(input) : deposit(input, tax);
}

/** A loan with equal instalments at the end of each month. */
function loan({ amount, rate, months }: Input): Result {
  const each = monthly(rate);
  const growth = (1 + each) ** months;
  const instalment = each === 0 ? amount / months : (amount * each * growth) / (growth - 1);
  let [balance, interest] = [amount, 0];
  const years = byYear(months, (month) => {
    interest += balance * each;
    balance = balance * (1 + each) - instalment;
    return { paid: instalment * month, interest, balance: Math.max(0, balance) };
  });
  const paid = instalment * months;
  return { main: instalment, paid, interest: paid - amount, tax: 0, years };
}

/** The same amount at the beginning of each month. */
function plan({ amount, rate, months }: Input): Result {
  const each = monthly(rate);
  let value = 0;
  const years = byYear(months, (month) => {
    value = (value + amount) * (1 + each);
    return { paid: amount * month, interest: value - amount * month, balance: value };
  });
  return { main: value, paid: amount * months, interest: value - amount * months, tax: 0, years };
}

const MONTHS_OF_QUARTER = 3;

/** A deposit whose interest is added at the end of each quarter, and of the last months, without its tax. */
function deposit({ amount, rate, months }: Input, taxPercent: number): Result {
  const each = monthly(rate);
  let [value, interest, tax, pending] = [amount, 0, 0, 0];
  const years = byYear(months, (month) => {
    pending += value * each;
    if (month % MONTHS_OF_QUARTER === 0 || month === months) {
      interest += pending;
      tax += (pending * taxPercent) / 100;
      value += pending * (1 - taxPercent / 100);
      pending = 0;
    }
    return { paid: amount, interest, balance: value };
  });
  return { main: value, paid: amount, interest, tax, years };
}

/** @param next moves on by a month */
function byYear(months: number, next: (month: number) => Omit<Year, 'year'>): Year[] {
  const years: Year[] = [];
  for (let month = 1; month <= months; month += 1) {
    const state = next(month);
    if (month % MONTHS === 0 || month === months) years.push({ year: Math.ceil(month / MONTHS), ...state });
  }
  return years;
}

/** A finite amount as it is shown: of long plans it has more digits than a number is written with. */
export const wholeAmount = (value: number): string => grouped(BigInt(Math.round(value)).toString());

const BOUNDS: Record<Field, [number, number]> = { amount: [1, 1e12], rate: [0, 100], months: [1, 600] };
export const FIELDS: readonly Field[] = ['amount', 'rate', 'months'];

/** What a visitor has written: 10,00,000, NPR 500, १०.५ %. NaN for no number, and for one out of range. */
function readNumber(text: string, field: Field): number {
  const plain = foldDigits(text)
    .replace(/^(?:NPR|Rs\.?|र[ुू]\.?)/i, '')
    .replace(/[\s%]/g, '');
  // A comma that divides no groups is one of decimals.
  const isNumber = /^(?:\d{1,3}(?:,\d{2,3})*,\d{3}|\d{1,13})(?:\.\d{1,6})?$/.test(plain);
  const value = isNumber ? Number(plain.replaceAll(',', '')) : Number.NaN;
  const [min, max] = BOUNDS[field];
  const isWhole = field !== 'months' || Number.isInteger(value);
  return value >= min && value <= max && isWhole ? value : Number.NaN;
}

/** Of rates that are offered one is chosen: the one that the address names, else that of the content, else the first. */
function rateOf({ rate, rates }: Calculator, given: string | undefined): string | number | undefined {
  if (rates.length === 0) return given ?? rate;
  const asked = readNumber(given ?? '', 'rate');
  const chosen = rates.find((offered) => offered.rate === asked) ?? rates.find((offered) => offered.rate === rate);
  return (chosen ?? rates[0])?.rate;
}

/** The numbers that an address has, and where it has none those of the content. */
export function readInput(
  defaults: Calculator,
  query: Parameters,
): { texts: Partial<Record<Field, string>>; wrong: Field[]; input?: Input } {
  const texts: Partial<Record<Field, string>> = {};
  const values: Partial<Input> = {};
  const wrong: Field[] = [];
  for (const field of FIELDS) {
    const given = (field === 'rate' ? rateOf(defaults, query.rate) : (query[field] ?? defaults[field]))?.toString();
    if (given === undefined) continue;
    texts[field] = given;
    const value = readNumber(given, field);
    if (Number.isNaN(value)) wrong.push(field);
    else values[field] = value;
  }
  const { amount, rate, months } = values;
  const isComplete = amount !== undefined && rate !== undefined && months !== undefined;
  return { texts, wrong, ...(isComplete && { input: { amount, rate, months } }) };
}
