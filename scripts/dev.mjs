import { spawn } from 'node:child_process';
import { watch } from 'node:fs';

/*
 * npm run dev: builds with React's development build and starts the server, again at each change of a source. The page
 * in the browser reloads by itself (client/dev-reload.ts).
 */

/** Not in dist/, which another build replaces. */
const OUT = 'dist.development';
const env = { ...process.env, NODE_ENV: 'development', OUT };
/** @type {import('node:child_process').ChildProcess | undefined} */
let server;
/** @type {NodeJS.Timeout | undefined} */
let timer;

for (const folder of ['client', 'server', 'shared', 'packages', 'tools']) {
  watch(folder, { recursive: true }, () => {
    clearTimeout(timer);
    timer = setTimeout(restart, 100);
  });
}
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit());
process.on('exit', () => server?.kill());
await restart();

async function restart() {
  const built = await ended(spawn(process.execPath, ['build.mjs'], { env, stdio: 'inherit' }));
  if (built !== 0) return;
  if (server) {
    const stopped = ended(server);
    server.kill();
    await stopped;
  }
  server = spawn(process.execPath, [`${OUT}/server/index.mjs`], { env, stdio: 'inherit' });
}

/**
 * @param {import('node:child_process').ChildProcess} child
 * @returns {Promise<number | null>} its exit code
 */
function ended(child) {
  return new Promise((resolve) => child.once('exit', resolve));
}
