import module from 'node:module';
import { fileURLToPath } from 'node:url';

/*
 * V8's compiled code of the server's files, kept from one start to the next (Node.js 22.8 or newer). Node checks it against the
 * files, its own version and the processor, and does without it where the folder cannot be written.
 */

/** Of Node.js 22.8. */
interface WithCompileCache {
  enableCompileCache(dir: string): unknown;
}

const hasCompileCache = (candidate: object): candidate is WithCompileCache => 'enableCompileCache' in candidate;

/** Uses the folder, unless NODE_COMPILE_CACHE names another one; threads and workers that are started from now on do the same. */
export function keepCompiledCode(dir: URL): void {
  if (!hasCompileCache(module) || process.env.NODE_COMPILE_CACHE) return;
  process.env.NODE_COMPILE_CACHE = fileURLToPath(dir);
  module.enableCompileCache(process.env.NODE_COMPILE_CACHE);
}
