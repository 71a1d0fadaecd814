import { expect, test } from 'vitest';
import { derived, isDerived } from '../src/derived.ts';

test('a derived result is computed once for each object', () => {
  let computed = 0;
  const sum = derived((numbers: number[]) => {
    computed += 1;
    return { sum: numbers.reduce((a, b) => a + b, 0) };
  });
  const numbers = [1, 2];
  expect(sum(numbers)).toEqual({ sum: 3 });
  expect(sum(numbers)).toBe(sum(numbers));
  expect(computed).toBe(1);
  expect(sum([1, 2])).not.toBe(sum(numbers));
});

test('a result that is undefined is computed once as well', () => {
  let computed = 0;
  const nothing = derived((_: object) => {
    computed += 1;
  });
  const source = {};
  nothing(source);
  nothing(source);
  expect(computed).toBe(1);
});

test('what is in a derived result is known, and nothing else', () => {
  const menuOf = derived(({ menu }: { menu: { items: object[] } }) => ({ menu }));
  const site = { menu: { items: [{ name: 'Home' }] } };
  const shown = menuOf(site);
  expect([shown, shown.menu, shown.menu.items, shown.menu.items[0]].every(isDerived)).toBe(true);
  expect([site, { ...shown }, 'Home', null, undefined].some(isDerived)).toBe(false);
});
