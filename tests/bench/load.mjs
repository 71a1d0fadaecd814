import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { promisify } from 'node:util';
import { pinned } from './process.mjs';

/* The load generator: wrk where there is one, for it takes less of its core; else autocannon, installed on demand. */

const hasWrk = spawnSync('wrk', ['-v']).error === undefined;
const AUTOCANNON = 'tests/bench/node_modules/autocannon/autocannon.js';
export const generator = hasWrk ? 'wrk' : 'autocannon';

/**
 * Asks for one page over and over.
 * @typedef {{ rate: number, requests: number, p50: number, p99: number, failures: number }} Load
 * @param {string} url
 * @param {{ encoding?: string, accept?: string, connections?: number, seconds?: number, core?: number | string }} [options]
 * @returns {Promise<Load>} requests a second, p50 and p99 in milliseconds, how many there were, and how many were not a success
 */
export async function load(url, { encoding = 'identity', accept, connections = 32, seconds = 3, core = 1 } = {}) {
  const headers = { 'Accept-Encoding': encoding, ...(accept && { Accept: accept }) };
  return hasWrk
    ? wrk(url, headers, { connections, seconds, core })
    : autocannon(url, headers, { connections, seconds, core });
}

/** Of a generator that does not outlive the benchmark. @param {string} command @param {readonly string[]} args */
async function outputOf(command, args) {
  const running = promisify(execFile)(command, args);
  const end = () => running.child.kill();
  process.once('exit', end);
  const { stdout } = await running;
  process.off('exit', end);
  return stdout;
}

/** @typedef {(url: string, headers: Record<string, string>, options: { connections: number, seconds: number, core: number | string }) => Promise<Load>} Generator */

/** @type {Generator} */
async function wrk(url, headers, { connections, seconds, core }) {
  const given = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]);
  const options = ['-t1', `-c${connections}`, `-d${seconds}s`, '--latency', ...given, url];
  const stdout = await outputOf(...pinned(core, 'wrk', options));
  /** @param {RegExp} pattern */
  const number = (pattern) => Number(pattern.exec(stdout)?.[1] ?? 0);
  return {
    rate: number(/Requests\/sec:\s+([\d.]+)/),
    requests: number(/(\d+) requests in/),
    // At the beginning of a line: another column has percentages, too.
    p50: milliseconds(/^\s+50%\s+(\S+)/m.exec(stdout)?.[1]),
    p99: milliseconds(/^\s+99%\s+(\S+)/m.exec(stdout)?.[1]),
    failures: number(/Non-2xx or 3xx responses: (\d+)/),
  };
}

/** @type {Record<string, number>} by wrk's unit */
const MILLISECONDS = { us: 0.001, ms: 1, s: 1000, m: 60_000 };

function milliseconds(text = '') {
  const [, number, unit = ''] = /^([\d.]+)(us|ms|s|m)$/.exec(text) ?? [];
  return Number(number) * (MILLISECONDS[unit] ?? Number.NaN);
}

/** @type {Generator} */
async function autocannon(url, headers, { connections, seconds, core }) {
  if (!existsSync(AUTOCANNON))
    execFileSync('npm', ['install', '--no-audit', '--no-fund', '--prefix', 'tests/bench'], { stdio: 'inherit' });
  const given = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}=${value}`]);
  const options = [AUTOCANNON, '-j', '-n', '-c', connections, '-d', seconds, ...given, url];
  const stdout = await outputOf(...pinned(core, process.execPath, options.map(String)));
  const { requests, latency, non2xx } = JSON.parse(stdout);
  return { rate: requests.average, requests: requests.total, p50: latency.p50, p99: latency.p99, failures: non2xx };
}
