import { execFileSync } from 'node:child_process';

/** Builds what the tests run, if it is stale. */
export function buildIfStale(): void {
  execFileSync(process.execPath, ['build.mjs', '--if-stale'], { stdio: 'inherit' });
}
