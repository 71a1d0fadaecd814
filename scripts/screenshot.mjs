import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { chromium } from 'playwright-core';
import sharp from 'sharp';

/* The README's picture: screens of the example organisation, wide and narrow, light and dark, on one sheet. */

const OUT = 'docs/screenshot.webp';
const GAP = 40;
const WIDE = { width: 1280, height: 1000 };
const NARROW = { width: 360, height: 1000 };
/** @type {[path: string, size: typeof WIDE, colorScheme: 'light' | 'dark'][][]} */
const ROWS = [
  [
    ['/', WIDE, 'light'],
    ['/', NARROW, 'dark'],
    ['/blogs', NARROW, 'light'],
    ['/blogs/13', WIDE, 'dark'],
  ],
  [
    ['/blogs', WIDE, 'dark'],
    ['/blogs/13', NARROW, 'light'],
    ['/no-such-page', NARROW, 'dark'],
    ['/no-such-page', WIDE, 'light'],
  ],
];

const server = spawn(process.execPath, ['dist/server/index.mjs'], { env: { ...process.env, PORT: '0' } });
const url = await new Promise((resolve) =>
  createInterface(server.stdout).on('line', (line) => {
    const { msg, url } = JSON.parse(line);
    if (msg === 'listening') resolve(url);
  }),
);
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  args: ['--headless', '--no-sandbox', '--disable-gpu', '--disable-background-networking'],
});

const pictures = [];
let top = GAP;
let width = 0;
for (const row of ROWS) {
  let left = GAP;
  for (const [path, viewport, colorScheme] of row) {
    const page = await browser.newPage({ viewport, colorScheme, reducedMotion: 'reduce' });
    await page.goto(url + path, { waitUntil: 'networkidle' });
    // The second time with the site's fonts: they are optional.
    await page.reload({ waitUntil: 'networkidle' });
    pictures.push({ input: await page.screenshot(), left, top });
    left += viewport.width + GAP;
    await page.close();
  }
  width = Math.max(width, left);
  top += WIDE.height + GAP;
}
await browser.close();
server.kill();
await once(server, 'exit');

const sheet = await sharp({ create: { width, height: top, channels: 3, background: '#c9d3d5' } })
  .composite(pictures)
  .png()
  .toBuffer();
await sharp(sheet).resize(1680).webp({ quality: 80 }).toFile(OUT);
