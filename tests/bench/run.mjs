import { execFileSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { cpus, totalmem } from 'node:os';
import { table } from './figures.mjs';

/*
 * npm run bench [name …]: builds, runs the benchmarks that are named, and prints a table for each as it comes. Without a name,
 * runs them all and writes docs/bench.md and docs/bench.svg, unless one fails. By name only: export, render, memory-limit, ratios.
 */

const BENCHMARKS = [
  'home',
  'paint',
  'mixed',
  'workers',
  'memory',
  'content',
  'data',
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
const names = wanted.length > 0 ? wanted : BENCHMARKS;
const sections = [];
const times = [];
/** What a reader wants to know first. @type {Record<string, string>[]} */
const highlights = [];
let chart;
for (const name of names) {
  const began = performance.now();
  const { run, title } = await import(`./${name}.mjs`);
  const result = await run();
  const seconds = (performance.now() - began) / 1000;
  const section = `## ${title}\n\n${result.text}\n\n${table(result.rows)}\n`;
  process.stdout.write(`\n${section}\n${name} took ${Math.round(seconds)} s.\n`);
  sections.push(section);
  times.push({ name, seconds });
  highlights.push(...(result.highlights ?? []));
  chart ??= result.chart;
}
const minutes = (times.reduce((sum, { seconds }) => sum + seconds, 0) / 60).toFixed(1);
if (wanted.length === 0) {
  const parts = times.map(({ name, seconds }) => `${name} ${Math.round(seconds)} s`).join(', ');
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim();
  const head = `# Benchmarks\n\nMade by one run of \`npm run bench\` of the commit ${commit} on ${new Date().toISOString().slice(0, 10)}, in ${minutes} minutes (${parts}): ${machine}. The sections below say how each figure was taken; the machine is a busy one, and ratios say more than times.\n\n${table(highlights)}\n`;
  await writeFile('docs/bench.md', [head, ...sections].join('\n'));
  if (chart) await writeFile('docs/bench.svg', chart);
}
process.stdout.write(`\nAll took ${minutes} minutes.\n`);
