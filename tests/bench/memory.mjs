import { load } from './load.mjs';
import { startQuiet } from './process.mjs';

/* Whether memory stays level: a million requests for cached pages, and many for pages that are rendered for each request. */

const REQUESTS = 1_000_000;
const STEPS = 5;
/** On a slow machine there are fewer requests. */
const MAX_STEP_SECONDS = 10;

export const title = 'Memory over a million requests';

export async function run() {
  const rows = [];
  for (const { name, env, wanted } of [
    { name: 'cached pages', env: {}, wanted: REQUESTS },
    { name: 'pages rendered each time', env: { PAGE_CACHE_MB: '0' }, wanted: REQUESTS / 200 },
  ]) {
    const foyer = await startQuiet(env);
    const { rate } = await load(foyer.url, { encoding: 'br', seconds: 5 });
    const seconds = Math.min(MAX_STEP_SECONDS, Math.ceil(wanted / STEPS / rate));
    let rendered = 0;
    const levels = [foyer.memory()];
    for (let step = 0; step < STEPS; step += 1) {
      rendered += (await load(foyer.url, { encoding: 'br', seconds })).requests;
      levels.push(foyer.memory());
    }
    await foyer.stop();
    rows.push({ what: name, requests: rendered, 'memory MB': levels.join(' → ') });
  }
  const [cached] = rows;
  const [first, last] = [0, -1].map((index) => cached?.['memory MB'].split(' → ').at(index));
  return {
    highlights: [
      {
        what: `memory after ${cached?.requests} requests for cached pages, MB`,
        Foyer: String(last),
        others: `before them ${first}`,
      },
    ],
    text: 'Resident, after 5 s of warming up and after each fifth of the requests.',
    rows,
  };
}
