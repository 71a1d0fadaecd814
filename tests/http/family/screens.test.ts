import { beforeAll, describe, expect, it } from 'vitest';
import { unlessTypical } from '../../support/extents.ts';
import type { Form } from '../../support/family/form.ts';
import { FORMS, standard } from '../../support/family/index.ts';
import { SCREENS, type Screens, screensOver, withoutIds } from '../../support/family/screens.ts';

/* Over an API of each form in which APIs of this family answer, the site shows the screens that it shows over the contract's. */

const PAGING = { page: 'page', size: 'per_page', defaultSize: 12 };
let complete: Screens;
let paged: Screens;
beforeAll(async () => {
  complete = await screensOver(standard());
  paged = await screensOver(standard(PAGING));
});
const expectedScreen = ({ paging, complete: isComplete }: Form, path: string): string =>
  (!paging || isComplete?.test(path) ? complete : paged).screens.get(path) ?? '';

describe('the contract itself', () => {
  it('has content for each screen, and nothing is guessed or left out', () => {
    for (const { screens, log } of [complete, paged]) {
      for (const [path, screen] of screens) {
        expect(screen, path).toMatch(/^200\n/);
        expect(screen, path).not.toMatch(/There are no |No .{1,40} match this/);
      }
      expect(warnings(log)).toEqual([]);
    }
  });

  it('gives the same screens each time', async () => {
    expect((await screensOver(standard())).screens).toEqual(complete.screens);
  });
});

/** One of each kind of difference: how answers are wrapped, paged, named and written. */
const TYPICAL = [
  'a wrapper within a wrapper',
  'a Laravel paginator directly',
  'other names of fields',
  'Strapi',
  'WordPress',
];
const isTypical = ({ name }: Form) => TYPICAL.some((typical) => name.startsWith(typical));
/** A list and an item of it, a text, people, groups. */
const FEW = ['/notice', '/notice/2', '/blogs', '/about', '/bod', '/report'];

function expectSameScreens(over: Screens, form: Form): void {
  for (const [path, screen] of over.screens) {
    const compared = form.hasNoIds?.includes(path) ? withoutIds : (text: string) => text;
    expect(compared(screen), path).toBe(compared(expectedScreen(form, path)));
  }
}

it.each(FORMS.filter((form) => !isTypical(form)))('$name gives the same screens: some', async (form) => {
  expectSameScreens(await screensOver(form, FEW), form);
});

for (const form of FORMS)
  describe(form.name, unlessTypical(isTypical(form), 'exhaustive/every-form'), () => {
    let over: Screens;
    beforeAll(async () => {
      over = await screensOver(form);
    });

    it('gives the same screens: all', () => {
      expect(over.screens.size).toBe(SCREENS.length);
      expectSameScreens(over, form);
    });

    it('leaves nothing out, and names each guess once', () => {
      const guesses = over.log
        .filter(({ msg }) => msg === 'content was guessed')
        .flatMap(({ call, guessed }) =>
          guessesOf(guessed).map(({ path, reason }) => ({ call: String(call), path, reason })),
        );
      const others = warnings(over.log).filter(({ msg }) => msg !== 'content was guessed');
      expect(others).toEqual([]);
      const texts = guesses.map((guess) => JSON.stringify(guess));
      expect(new Set(texts).size).toBe(texts.length);
      const { guesses: expected = [] } = form;
      const fits = ({ call, reason }: (typeof guesses)[number], [calls, pattern]: [RegExp, RegExp]) =>
        calls.test(call) && pattern.test(reason);
      expect(guesses.filter((guess) => !expected.some((pair) => fits(guess, pair)))).toEqual([]);
      expect(expected.filter((pair) => !guesses.some((guess) => fits(guess, pair)))).toEqual([]);
    });
  });

/** Without those about the host of the pictures, which is none of the site's here. */
const warnings = (log: Screens['log']) =>
  log.filter(
    ({ level, dropped }) => level >= 40 && !JSON.stringify(dropped ?? '').includes('is not among MEDIA_ORIGINS'),
  );

const guessesOf = (guessed: unknown): { path: unknown; reason: string }[] =>
  Array.isArray(guessed) ? guessed.map(({ path, reason }) => ({ path, reason: String(reason) })) : [];
