import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { installed } from './install.ts';

const CHROMIUM = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/**
 * The path of Chromium's headless shell, the same engine without a window, which takes half the processor time; of a Chromium if there
 * is no shell. Installs Debian's package if possible; throws with instructions if there is neither.
 */
export function findHeadlessShell(): string {
  const shell = '/usr/bin/chromium-headless-shell';
  if (process.env.CHROMIUM_PATH) return process.env.CHROMIUM_PATH;
  if (existsSync(shell) || installed('chromium-headless-shell')) return shell;
  return findChromium();
}

/** The path of a whole Chromium, with what only it has, as the back-forward cache. Installs and throws as `findHeadlessShell`. */
export function findChromium(): string {
  const found = [process.env.CHROMIUM_PATH ?? '', ...CHROMIUM].find((path) => path !== '' && existsSync(path));
  if (found) return found;
  if (installed('chromium')) return '/usr/bin/chromium';
  throw new Error(
    'The tests drive a real browser and found none. Install Chromium (Debian: apt-get install chromium) or set CHROMIUM_PATH.',
  );
}

/** Makes sure that the system has a font for Nepali, as visitors' devices do. Installs Debian's package if possible; throws with instructions if not. */
export function ensureDevanagariFont(): void {
  // Only Linux comes without one.
  if (process.platform !== 'linux' || hasFont('ne')) return;
  if (!installed('fonts-lohit-deva'))
    throw new Error(
      'The tests show Nepali texts and found no font for them. Install one (Debian: apt-get install fonts-lohit-deva).',
    );
}

function hasFont(language: string): boolean {
  try {
    return execFileSync('fc-list', [`:lang=${language}`], { encoding: 'utf8' }) !== '';
  } catch {
    // Without fontconfig's programs it is not known.
    return false;
  }
}
