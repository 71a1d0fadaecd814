import { readFileSync } from 'node:fs';
import { load } from 'js-yaml';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { METRICS, metricsOf } from '../../support/metrics.ts';

/* The alerts of deploy/: that Prometheus can load them, and that they ask for what is measured. */

/** What Prometheus itself adds to each target. */
const OF_PROMETHEUS = { up: [] };
const KNOWN: Record<string, readonly string[]> = { ...METRICS, ...OF_PROMETHEUS };
/** Prometheus gives them to every metric. */
const OF_TARGETS = ['job', 'instance'];

const duration = z.string().regex(/^\d+[smh]$/);
/** A field that Prometheus does not know keeps it from loading the file. */
const file = z.strictObject({
  groups: z.array(
    z.strictObject({
      name: z.string(),
      rules: z.array(
        z.strictObject({
          alert: z.string().regex(/^Foyer[A-Za-z]+$/),
          expr: z.string(),
          for: duration.optional(),
          labels: z.strictObject({ severity: z.enum(['info', 'warning', 'critical']) }),
          annotations: z.strictObject({ summary: z.string().min(1), description: z.string().min(1) }),
        }),
      ),
    }),
  ),
});

const text = readFileSync('deploy/prometheus-rules.yaml', 'utf8');
const rules = file.parse(load(text)).groups.flatMap((group) => group.rules);

/** The labels that the samples of an expression have in the end. */
function labelsOf(expr: string): readonly string[] {
  const by = [...expr.matchAll(/\bby \(([^)]*)\)/g)].map(([, names = '']) => names.split(/,\s*/));
  if (expr.startsWith('absent')) return [];
  return by[0] ?? [...OF_TARGETS, ...metricsOf(expr).flatMap((metric) => KNOWN[metric] ?? [])];
}

describe('the alert rules', () => {
  it('are YAML without a fault, and have each name once', () => {
    // A key that is there twice and an unknown tag are errors as well.
    expect(() => load(text)).not.toThrow();
    expect(rules.length).toBeGreaterThan(8);
    expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length);
  });

  it.each(rules)('$alert asks for what is measured, by labels that it has', ({ expr }) => {
    const metrics = metricsOf(expr);
    expect(metrics).not.toEqual([]);
    for (const metric of metrics) expect(Object.keys(KNOWN)).toContain(metric);
    const labels = [...OF_TARGETS, ...metrics.flatMap((metric) => KNOWN[metric] ?? [])];
    const asked = [
      ...[...expr.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, names = '']) => names.split(/,\s*/)),
      ...[...expr.matchAll(/(\w+)\s*[=!]~?\s*"/g)].map(([, name]) => name),
    ];
    for (const name of asked) expect(labels).toContain(name);
  });

  it.each(rules)('$alert is described by labels that are left', ({ expr, annotations }) => {
    for (const text of Object.values(annotations)) {
      for (const [, name] of text.matchAll(/\$labels\.(\w+)/g)) expect(labelsOf(expr)).toContain(name);
      expect(text.replace(/\{\{ \$labels\.\w+ \}\}/g, '')).not.toMatch(/[{}]/);
    }
  });

  it('watch all that an operator can act on', () => {
    const watched = new Set(rules.flatMap(({ expr }) => metricsOf(expr)));
    for (const name of [
      'foyer_content_faults',
      'foyer_redis_up',
      'up',
      'foyer_http_requests_total',
      'foyer_upstream_calls_total',
    ]) {
      expect(watched).toContain(name);
    }
    for (const name of ['foyer_log_lines_dropped_total', 'foyer_worker_restarts_total', 'foyer_build_info'])
      expect(watched).toContain(name);
    expect(watched).toContain('nodejs_eventloop_lag_p99_seconds');
  });
});
