import { describe, expect, it } from 'vitest';
import { calculate, readInput, wholeAmount } from '../../../shared/features/calculator/calculate.ts';

describe('a loan', () => {
  it('is paid back by equal instalments', () => {
    // 10,00,000 at 12 % for 12 months, from a table of annuities.
    const { main, paid, interest, years } = calculate({ type: 'emi' }, { amount: 1_000_000, rate: 12, months: 12 });
    expect(main).toBeCloseTo(88_848.79, 2);
    expect(paid).toBeCloseTo(1_066_185.46, 2);
    expect(interest).toBeCloseTo(66_185.46, 2);
    expect(years.at(-1)?.balance).toBeCloseTo(0, 4);
  });

  it('without interest is divided', () => {
    expect(calculate({ type: 'emi' }, { amount: 1_200, rate: 0, months: 12 })).toMatchObject({
      main: 100,
      interest: 0,
    });
  });

  it('has a state for each year, and one for the last months', () => {
    const { years } = calculate({ type: 'emi' }, { amount: 1_000, rate: 10, months: 30 });
    expect(years.map(({ year }) => year)).toEqual([1, 2, 3]);
  });
});

describe('a monthly plan', () => {
  it('grows by its closed form', () => {
    const each = 0.08 / 12;
    const value = 3_000 * (((1 + each) ** 120 - 1) / each) * (1 + each);
    expect(calculate({ type: 'sip' }, { amount: 3_000, rate: 8, months: 120 }).main).toBeCloseTo(value, 4);
  });
});

describe('an amount', () => {
  it.each([
    [0.4, '0'],
    [1_234_567.5, '12,34,568'],
    // A number is written as 1e+21 from here on.
    [1e21, '1,00,00,00,00,00,00,00,00,00,000'],
  ])('is shown in whole rupees: %d', (value, shown) => {
    expect(wholeAmount(value)).toBe(shown);
  });
});

describe('a deposit', () => {
  it('has its interest added each quarter', () => {
    const { main, tax } = calculate({ type: 'interest' }, { amount: 100_000, rate: 8, months: 12 });
    expect(main).toBeCloseTo(100_000 * 1.02 ** 4, 4);
    expect(tax).toBe(0);
  });

  it('has less of it after tax', () => {
    const { main, interest, tax } = calculate({ type: 'interest', tax: 5 }, { amount: 100_000, rate: 8, months: 3 });
    expect([main, interest, tax].map(Math.round)).toEqual([101_900, 2_000, 100]);
  });

  it('has interest of months that are no quarter', () => {
    expect(calculate({ type: 'interest' }, { amount: 1_000, rate: 12, months: 1 }).main).toBeCloseTo(1_010, 6);
  });
});

describe('what a visitor writes', () => {
  const defaults = { type: 'emi', amount: 500, rates: [{ name: 'Home', rate: 9 }] } as const;
  it.each([
    ['१०,००,०००', 1_000_000],
    ['NPR 5,000.50', 5_000.5],
    ['रु. ७५०', 750],
    ['रू ७५०', 750],
  ])('is read: %s', (amount, value) => {
    expect(readInput({ ...defaults, rates: [...defaults.rates] }, { amount, months: '12' }).input).toEqual({
      amount: value,
      rate: 9,
      months: 12,
    });
  });

  it.each(['0', '-5', '1e3', '', 'much', '9999999999999', '11,5', '1,0000'])('is refused: %s', (amount) => {
    const { wrong, input } = readInput({ ...defaults, rates: [] }, { amount, rate: '5', months: '12' });
    expect([wrong, input]).toEqual([['amount'], undefined]);
  });

  it.each([
    ['8.5', '9', 9],
    ['much', '9', 9],
    ['10.50', '10.5', 10.5],
    ['१०.५', '10.5', 10.5],
  ])('is a rate that is offered, else the first: %s', (asked, shown, computed) => {
    const rates = [
      { name: 'Home', rate: 9 },
      { name: 'Car', rate: 10.5 },
    ];
    const { texts, wrong, input } = readInput({ ...defaults, rate: 11, rates }, { rate: asked, months: '12' });
    expect([texts.rate, wrong, input?.rate]).toEqual([shown, [], computed]);
  });

  it('is not asked for again where the content has it', () => {
    expect(readInput({ ...defaults, rates: [] }, {})).toEqual({ texts: { amount: '500' }, wrong: [] });
  });
});
