/* The gatherer itself, which one process of a site runs. */

export { startGathering } from './src/gather.ts';
