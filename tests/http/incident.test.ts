// @module-tag exhaustive/soak

import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { dump, load } from 'js-yaml';
import { afterAll, beforeAll, expect, it } from 'vitest';
import * as z from 'zod';
import { notices } from '../support/content.ts';
import { installed } from '../support/install.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { data, later, startUpstream, type TestUpstream } from '../support/upstream.ts';

/*
 * "Slow since ten o'clock": the metrics of a server whose CMS becomes slow for one call are recorded, a scrape for each minute, and
 * Prometheus's own tool says which alerts of deploy/ fire.
 */

const RULES = resolve('deploy/prometheus-rules.yaml');
/** Scrapes before ten o'clock, and after. */
const MINUTES = { well: 8, slow: 18 };
const SLOW_MS = 3_000;
const CRAWLER = { 'User-Agent': 'Googlebot/2.1' };

const rules = z
  .object({
    groups: z.array(
      z.object({ rules: z.array(z.object({ alert: z.string(), annotations: z.record(z.string(), z.string()) })) }),
    ),
  })
  .parse(load(readFileSync(RULES, 'utf8')))
  .groups.flatMap((group) => group.rules);

let upstream: TestUpstream;
let server: TestServer;
let dir: string;
beforeAll(async () => {
  if (!existsSync('/usr/bin/promtool') && !installed('prometheus'))
    throw new Error('The tests need promtool and found none. Install Prometheus (Debian: apt-get install prometheus).');
  upstream = await startUpstream();
  dir = await mkdtemp(join(tmpdir(), 'foyer-incident-'));
  // Each visit calls the CMS.
  const environment = { PAGE_CACHE_MB: '0', CONTENT_TTL: '0', CONTENT_STALE: '0' };
  server = await startServer({ FRONTAPI_URL: upstream.url, MANAGEMENT_PORT: '0', ...environment });
});
afterAll(async () => {
  await server.stop();
  await upstream.close();
  await rm(dir, { recursive: true, force: true });
});

/** The series of all scrapes: their values in order, `_` where one was not there yet. */
async function record(): Promise<Map<string, string[]>> {
  const metrics = `${server.log.find((line) => line.management)?.url}/metrics`;
  const series = new Map<string, string[]>();
  for (let minute = 0; minute < MINUTES.well + MINUTES.slow; minute += 1) {
    if (minute === MINUTES.well) upstream.answer('notice', later(SLOW_MS, data({ notices })));
    const visits = ['/notice', '/blogs', '/faq'].map((path) => fetch(server.url + path, { headers: CRAWLER }));
    for (const visit of await Promise.all(visits)) await visit.text();
    const text = await (await fetch(metrics)).text();
    for (const [, name = '', labels = '', value = ''] of text.matchAll(/^(\w+)(?:\{(.*)\})? (\S+)$/gm)) {
      const key = `${name}{${[labels, 'job="foyer"', 'instance="foyer:9090"'].filter(Boolean).join(',')}}`;
      const values = series.get(key) ?? Array.from({ length: minute }, () => '_');
      series.set(key, [...values, value === 'Nan' ? 'NaN' : value]);
    }
  }
  return series;
}

/** What an alert says, by the labels that it has. */
function annotationsOf(alert: string, labels: Record<string, string>): Record<string, string> {
  const found = rules.find((rule) => rule.alert === alert)?.annotations ?? {};
  const text = (annotation: string) =>
    annotation.replace(/\{\{ \$labels\.(\w+) \}\}/g, (_, name) => labels[name] ?? '');
  return Object.fromEntries(Object.entries(found).map(([name, annotation]) => [name, text(annotation)]));
}

it('the alerts name the call that is slow and the page on which visitors wait, and nothing before or beside it', async () => {
  const series = await record();
  const fired = (alertname: string, labels: Record<string, string>) => ({
    eval_time: `${MINUTES.well + MINUTES.slow - 1}m`,
    alertname,
    exp_alerts: [
      {
        exp_labels: { severity: 'warning', job: 'foyer', ...labels },
        exp_annotations: annotationsOf(alertname, labels),
      },
    ],
  });
  const silent = (alertname: string, minute: number) => ({ eval_time: `${minute}m`, alertname, exp_alerts: [] });
  const last = MINUTES.well + MINUTES.slow - 1;
  const expected = new Set(['FoyerUpstreamSlow', 'FoyerSlow']);
  const test = {
    rule_files: [RULES],
    evaluation_interval: '1m',
    tests: [
      {
        interval: '1m',
        input_series: [
          { series: 'up{job="foyer",instance="foyer:9090"}', values: `1x${last}` },
          ...[...series].map(([name, values]) => ({ series: name, values: values.join(' ') })),
        ],
        alert_rule_test: [
          fired('FoyerUpstreamSlow', { call: 'notice' }),
          fired('FoyerSlow', { route: '/notice' }),
          ...rules.map(({ alert }) => silent(alert, MINUTES.well - 1)),
          ...rules.filter(({ alert }) => !expected.has(alert)).map(({ alert }) => silent(alert, last)),
        ],
      },
    ],
  };
  const file = join(dir, 'incident.yaml');
  await writeFile(file, dump(test, { lineWidth: -1 }));
  const { stdout } = await promisify(execFile)('promtool', ['test', 'rules', file]).catch((error) => error);
  expect(stdout).toContain('SUCCESS');
});
