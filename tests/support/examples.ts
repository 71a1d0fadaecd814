/** How many examples a property is tried on: EXAMPLES times as many in `npm run test:exhaustive`. */
export const examples = (count: number): number => count * Number(process.env.EXAMPLES ?? 1);
