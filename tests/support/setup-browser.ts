import { buildIfStale } from './build.ts';
import { findChromium } from './chromium.ts';

/** Before the project `browser`: the built server exists, and a Chromium is installed. */
export default function setup(): void {
  buildIfStale();
  findChromium();
}
