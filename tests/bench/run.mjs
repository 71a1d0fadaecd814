import { execFileSync } from 'node:child_process';
import { cpus, totalmem } from 'node:os';

/*
 * npm run bench [name …]: builds, runs each benchmark of this folder, or those that are named, and prints a table for
 * each.
 */

const BENCHMARKS = ['flapping'];

execFileSync(process.execPath, ['build.mjs', '--if-stale'], { stdio: 'inherit' });
const [{ model } = {}] = cpus();
process.stdout.write(
  `Node ${process.version}, ${cpus().length} cores (${model}), ${Math.round(totalmem() / 1e9)} GB\n\n`,
);

const wanted = process.argv.slice(2);
for (const name of wanted.length > 0 ? wanted : BENCHMARKS) {
  const { run } = await import(`./${name}.mjs`);
  await run();
}
