import { buildIfStale } from './build.ts';
import { findChromium, findHeadlessShell } from './chromium.ts';
import { findRedis } from './redis.ts';

/** Before the project `site`: the built server exists, a Redis server and a Chromium are installed. */
export default function setup(): void {
  findHeadlessShell();
  findChromium();
  findRedis();
  buildIfStale();
}
