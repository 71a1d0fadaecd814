import { readFile } from 'node:fs/promises';
import { run as runHome } from './home.mjs';

/*
 * A small part for hosted CI: the home page without the peers. Machines differ, so only ratios are compared, with those of
 * ratios.json; fails where one has fallen by more than a fifth.
 */

const LOSS = 0.2;
/** Whose rate, of whose. @type {Record<string, [ours: string, other: string]>} */
const RATIOS = {
  'a cached page of bare node:http': ['Foyer, cached page', 'bare node:http, prepared bytes'],
  'a cached page with its log of bare node:http': [
    'Foyer, cached page, with its log',
    'bare node:http, prepared bytes',
  ],
  'a rendered page of React alone': ['Foyer, page cache off', 'React alone, to a stream'],
};

export const title = 'Ratios that should not fall';

export async function run() {
  /** @type {unknown} */
  const expected = JSON.parse(await readFile('tests/bench/ratios.json', 'utf8'));
  const measured = await runHome({ withPeers: false });
  /** @param {string} name */
  const rate = (name) => Number(measured.rows.find(({ server }) => server === name)?.['requests/s']);
  const rows = Object.entries(RATIOS).map(([what, [ours, other]]) => {
    const before = Number(Object(expected)[what]);
    const now = rate(ours) / rate(other);
    return { what, expected: before.toFixed(2), now: now.toFixed(2), falls: now < before * (1 - LOSS) ? 'yes' : 'no' };
  });
  if (rows.some(({ falls }) => falls === 'yes')) process.exitCode = 1;
  return { text: `Fails where one has fallen by more than ${LOSS * 100} %.`, rows };
}
