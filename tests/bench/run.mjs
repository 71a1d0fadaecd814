import { execFileSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { cpus, totalmem } from 'node:os';
import { table } from './figures.mjs';

/*
 * npm run bench [name …]: builds, runs the benchmarks that are named and prints a table for each. Without a name, runs
 * them all and writes docs/bench.md and docs/bench.svg.
 */

const BENCHMARKS = [
  'home',
  'paint',
  'mixed',
  'workers',
  'memory',
  'content',
  'flapping',
  'abuse',
  'search',
  'pictures',
];

execFileSync(process.execPath, ['build.mjs', '--if-stale'], { stdio: 'inherit' });
const [{ model } = { model: 'unknown' }] = cpus();
const machine = `Node ${process.version}, ${cpus().length} cores (${model.trim()}), ${Math.round(totalmem() / 1e9)} GB of memory`;
process.stdout.write(`${machine}\n`);

const wanted = process.argv.slice(2);
const sections = [];
for (const name of wanted.length > 0 ? wanted : BENCHMARKS) {
  const { run, title } = await import(`./${name}.mjs`);
  const { text, rows, chart } = await run();
  const section = `## ${title}\n\n${text}\n\n${table(rows)}\n`;
  process.stdout.write(`\n${section}`);
  sections.push(section);
  if (chart && wanted.length === 0) await writeFile('docs/bench.svg', chart);
}
if (wanted.length === 0) {
  const head = `# Benchmarks\n\nMade by \`npm run bench\` on ${new Date().toISOString().slice(0, 10)}: ${machine}.\n`;
  await writeFile('docs/bench.md', [head, ...sections].join('\n'));
}
