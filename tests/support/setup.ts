import { execFileSync } from 'node:child_process';
import { findChromium } from './chromium.ts';
import { findRedis } from './redis.ts';

/** Before any test: what the tests run is built, and there are a browser and a Redis server. */
export default function setup(): void {
  execFileSync(process.execPath, ['build.mjs', '--if-stale'], { stdio: 'inherit' });
  findChromium();
  findRedis();
}
