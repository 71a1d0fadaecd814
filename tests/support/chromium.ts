import { existsSync } from 'node:fs';
import { installed } from './install.ts';

const PLACES = [
  process.env.CHROMIUM_PATH ?? '',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** The path of a Chromium. Installs Debian's package if possible; throws with instructions if not. */
export function findChromium(): string {
  const found = PLACES.find((path) => path !== '' && existsSync(path));
  if (found) return found;
  if (installed('chromium')) return '/usr/bin/chromium';
  throw new Error(
    'The tests drive a real browser and found none. Install Chromium (Debian: apt-get install chromium) or set CHROMIUM_PATH.',
  );
}
