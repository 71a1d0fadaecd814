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
 * Prometheus's own tool says which alerts of deploy/ fire, and what the panels of the dashboard show.
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

const panels = z
  .object({
    panels: z.array(
      z.object({ title: z.string(), targets: z.array(z.object({ expr: z.string() })).default([]) }).loose(),
    ),
  })
  .parse(JSON.parse(readFileSync('deploy/grafana.json', 'utf8'))).panels;

/** The last query of a panel, which is that of the slowest calls or pages, as Grafana asks it. */
function panelQuery(title: string): string {
  const query = panels.find((panel) => panel.title === title)?.targets.at(-1)?.expr;
  if (query === undefined) throw new Error(`the dashboard has no panel ${title}`);
  return query.replaceAll('$job', 'foyer').replaceAll('$__rate_interval', '4m');
}

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

it('the alerts and the dashboard name the call that is slow and the page on which visitors wait, and nothing before or beside it', async () => {
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
  /** Of a panel of durations: the line that is highest, and that no other is above a second. */
  const highest = (title: string, labels: string) => {
    const query = panelQuery(title);
    return [
      {
        expr: `topk(1, ${query}) > bool 1`,
        eval_time: `${last}m`,
        exp_samples: [{ labels, value: 1 }],
      },
      { expr: `count(${query} > 1)`, eval_time: `${last}m`, exp_samples: [{ labels: '{}', value: 1 }] },
      { expr: `count(${query} > 1)`, eval_time: `${MINUTES.well - 1}m`, exp_samples: [] },
    ];
  };
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
        promql_expr_test: [
          ...highest('Upstream call duration', '{call="notice"}'),
          ...highest('Duration by route', '{route="/notice"}'),
        ],
      },
    ],
  };
  await promtool(test);
});

it('a CMS that is gone is said, although it is called now and then: to see whether it is back', async () => {
  const target = 'job="foyer",instance="foyer:9090"';
  /** Of an outage of ten minutes, a scrape for each quarter of a minute: a pause, a probe that fails, a moment without visitors. */
  const paused = Array.from({ length: 40 }, (_, scrape) => (scrape % 3 === 2 ? 0 : 1));
  const fires = (alertname: string, severity: string) => ({
    eval_time: '9m',
    alertname,
    exp_alerts: [
      {
        exp_labels: { severity, job: 'foyer', instance: 'foyer:9090' },
        exp_annotations: annotationsOf(alertname, { instance: 'foyer:9090' }),
      },
    ],
  });
  await promtool({
    rule_files: [RULES],
    evaluation_interval: '15s',
    tests: [
      {
        interval: '15s',
        input_series: [
          { series: `foyer_upstream_paused{${target}}`, values: paused.join(' ') },
          { series: `foyer_upstream_calls_total{outcome="failed",${target}}`, values: '0+1x40' },
          // Most pages ask during a pause.
          { series: `foyer_upstream_calls_total{outcome="refused",${target}}`, values: '0+20x40' },
        ],
        alert_rule_test: [fires('FoyerUpstreamPaused', 'critical'), fires('FoyerUpstreamFailing', 'warning')],
      },
    ],
  });
});

/** Has Prometheus's own tool say whether the rules do what is expected of them. */
async function promtool(test: object): Promise<void> {
  const file = join(dir, 'incident.yaml');
  await writeFile(file, dump(test, { lineWidth: -1 }));
  const { stdout, stderr } = await promisify(execFile)('promtool', ['test', 'rules', file]).catch((error) => error);
  expect(stdout, stderr).toContain('SUCCESS');
}
