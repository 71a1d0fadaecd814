import { setImmediate } from 'node:timers/promises';

/** Milliseconds. */
const SPELL = 2;

/** Long work calls this at each step: visitors are served in between. */
export function resting(): () => Promise<void> | undefined {
  let rested = performance.now();
  return () => {
    if (performance.now() - rested < SPELL) return undefined;
    return setImmediate().then(() => {
      rested = performance.now();
    });
  };
}
