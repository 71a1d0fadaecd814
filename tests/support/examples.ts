/** How many examples a property is tried on: more in `npm run test:exhaustive` (extents.ts). */
export const examples = (count: number): number => count * Number(process.env.EXAMPLES);
