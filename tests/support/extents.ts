/* What `npm test` runs, and what `npm run test:exhaustive` runs beside it. */

/** Tests that hold what others hold already, once more: longer, or in more forms. `npm test` leaves them out. */
const EXHAUSTIVE = {
  'exhaustive/soak': 'the same for a long time, or many times',
  'exhaustive/flood': 'thousands of requests at once',
  'exhaustive/second-looks': 'screens that look like others: wide, on paper, in forced colours, with large letters',
  'exhaustive/every-form': 'each form of an answer at each call or screen',
  'exhaustive/densities': 'pictures on further screens',
  'exhaustive/builds': 'a build of its own',
};

/** Both run them, the second with more examples (examples.ts). */
const PROPERTIES = { properties: 'holds for what chance makes' };

/** A file says so where a busy machine can fail a test that is right. */
const REPEATED = { repeated: 'a test that fails runs once more' };

export const tags = [
  ...Object.entries({ ...EXHAUSTIVE, ...PROPERTIES }).map(([name, description]) => ({ name, description })),
  ...Object.entries(REPEATED).map(([name, description]) => ({ name, description, retry: 1 })),
];

/** Options of one test of a series: `npm test` runs those that stand for all. */
export const unlessTypical = (isTypical: boolean, tag: keyof typeof EXHAUSTIVE) => (isTypical ? {} : { tags: [tag] });
