/*
 * What `npm test` runs, and what `npm run test:exhaustive` runs beside it. Tags that begin with `exhaustive/` are of tests that hold what others hold already: longer, or
 * in more forms.
 */

export const tags = [
  { name: 'exhaustive/soak', description: 'the same for a long time, or many times' },
  { name: 'exhaustive/flood', description: 'thousands of requests at once' },
  {
    name: 'exhaustive/second-looks',
    description: 'screens that look like others: wide, on paper, in forced colours, with large letters',
  },
  { name: 'exhaustive/every-form', description: 'each form of an answer at each call or screen' },
  { name: 'exhaustive/densities', description: 'pictures on further screens' },
  { name: 'exhaustive/builds', description: 'a build of its own' },
  { name: 'properties', description: 'holds for random examples; both commands run it, the second on more of them' },
  { name: 'repeated', description: 'load on the machine can fail it: a test that fails runs once more', retry: 1 },
];

/** Options of one test of a series: `npm test` runs the typical ones only. */
export const unlessTypical = (isTypical: boolean, tag: `exhaustive/${string}`) => (isTypical ? {} : { tags: [tag] });

/** How many examples a property is tried on: half of them in `npm test`, EXAMPLES times as many in `npm run test:exhaustive`. */
export const examples = (count: number): number => Math.ceil(count * Number(process.env.EXAMPLES ?? 0.5));
