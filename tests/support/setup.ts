import { execFileSync } from 'node:child_process';
import { findChromium } from './chromium.ts';

/** Before any test: what the tests run is built, and there is a browser. */
export default function setup(): void {
  execFileSync(process.execPath, ['build.mjs', '--if-stale'], { stdio: 'inherit' });
  findChromium();
}
