import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import express from 'express';
import { loadAll } from 'js-yaml';
import type { Deployment } from 'kubernetes-types/apps/v1';
import type { HorizontalPodAutoscaler } from 'kubernetes-types/autoscaling/v2';
import type { Service } from 'kubernetes-types/core/v1';
import type { ObjectMeta } from 'kubernetes-types/meta/v1';
import type { Ingress, NetworkPolicy } from 'kubernetes-types/networking/v1';
import type { PodDisruptionBudget } from 'kubernetes-types/policy/v1';
import supertest from 'supertest';
import { describe, expect, it } from 'vitest';
import { readConfig } from '../../packages/config/src/config.ts';
import type { Gateway } from '../../packages/gateway/src/gateway.ts';
import { READY_TIMEOUT_MS } from '../../packages/gateway/src/policy.ts';
import { health } from '../../server/routes/health.ts';
import { METRICS, metricsOf } from '../support/metrics.ts';

/* What is in deploy/ and compose.yaml: that it is valid, and that it fits the image and the server. */

interface Manifest {
  apiVersion: string;
  kind: string;
  metadata: ObjectMeta;
}

interface Kustomization {
  resources: string[];
  configMapGenerator?: { name: string; literals: string[] }[];
}

interface Compose {
  services: Record<string, { [setting: string]: unknown; environment?: Record<string, unknown>; volumes?: string[] }>;
  volumes: Record<string, unknown>;
}

const KUBERNETES = 'deploy/kubernetes';

/** Throws if the text is not YAML, or a key is there twice. */
const read = <T>(path: string): T[] => loadAll(readFileSync(path, 'utf8'), { filename: path }) as T[];

const files = readdirSync(KUBERNETES, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.yaml'));
const isKustomization = (name: string) => basename(name) === 'kustomization.yaml';
const manifests = files
  .filter((name) => !isKustomization(name))
  .flatMap((name) => read<Manifest>(join(KUBERNETES, name)));
const kustomizations = new Map(
  files.filter(isKustomization).map((name) => [dirname(name), read<Kustomization>(join(KUBERNETES, name))[0]]),
);

const all = <T>(kind: string) => manifests.filter((manifest) => manifest.kind === kind) as T[];
const deployments = all<Deployment>('Deployment');
const foyer = deployments.find(({ metadata }) => metadata?.name === 'foyer');
const pod = foyer?.spec?.template.spec;
const container = pod?.containers[0];
const portsOf = ({ spec }: Deployment) => spec?.template.spec?.containers.flatMap(({ ports = [] }) => ports) ?? [];

/** The deployments whose pods have these labels. */
const selected = (labels: Record<string, string> = {}) =>
  deployments.filter(({ spec }) =>
    Object.entries(labels).every(([name, value]) => spec?.template.metadata?.labels?.[name] === value),
  );

const variablesOf = (pairs: string[]) => Object.fromEntries(pairs.map((pair) => pair.split(/=(.*)/s).slice(0, 2)));

const dockerfile = readFileSync('Dockerfile', 'utf8');
const image = variablesOf([...dockerfile.matchAll(/^ENV (.+)$/gm)].flatMap(([, pairs = '']) => pairs.split(' ')));
const configMap = variablesOf(
  [...kustomizations.values()].flatMap((kustomization) => kustomization?.configMapGenerator?.[0]?.literals ?? []),
);
const compose = read<Compose>('compose.yaml')[0];
const service = compose?.services.foyer;
const composed = Object.fromEntries(
  Object.entries(service?.environment ?? {}).map(([name, value]) => [name, String(value)]),
);

/** What the server, Node and the C library ask the environment for. */
function known(): Set<string> {
  const names = new Set<string>(['NODE_ENV', 'NODE_OPTIONS', 'MALLOC_ARENA_MAX', 'MALLOC_TRIM_THRESHOLD_']);
  readConfig(new Proxy({}, { get: (_, name) => void names.add(String(name)) }));
  return names;
}

/** Milliseconds from the signal to the end. */
const ending = (environment: Record<string, string>) =>
  Number(environment.SHUTDOWN_DELAY ?? 0) + readConfig(environment).shutdownGraceMs;

/** What the API's own types, which have every field, say of manifests. */
function faultsOf(manifests: Manifest[]): string {
  const dir = mkdtempSync(join(tmpdir(), 'foyer-manifests-'));
  try {
    symlinkSync(join(process.cwd(), 'node_modules'), join(dir, 'node_modules'));
    const names = manifests.map(({ apiVersion, kind, metadata }, index) => {
      const [version, group = 'core'] = apiVersion.split('/').reverse();
      const module = `kubernetes-types/${group.split('.')[0]}/${version}`;
      const source = `import type { ${kind} } from '${module}';\nexport const manifest: ${kind} = `;
      const name = `${index}-${kind}-${metadata.name}.ts`;
      writeFileSync(join(dir, name), source + JSON.stringify(manifests[index], null, 2));
      return name;
    });
    const options = ['--noEmit', '--strict', '--module', 'esnext', '--moduleResolution', 'bundler', '--types', ''];
    return spawnSync(process.execPath, [join(dir, 'node_modules/typescript/bin/tsc'), ...options, ...names], {
      cwd: dir,
      encoding: 'utf8',
    }).stdout;
  } finally {
    rmSync(dir, { recursive: true });
  }
}

describe('the Kubernetes manifests', () => {
  it('are what the API takes', () => {
    expect(manifests.length).toBeGreaterThan(6);
    expect(faultsOf(manifests)).toBe('');
  });

  it('would be refused for a field that is not there, is misspelt, or has another type', () => {
    const metadata = { name: 'x' };
    const spec = { replicas: '2', template: { spec: { containers: [{ name: 'x', readinesProbe: {} }] } } };
    const faults = faultsOf([
      { apiVersion: 'apps/v1', kind: 'Deployment', metadata, spec } as Manifest,
      { apiVersion: 'v1', kind: 'Ingress', metadata },
    ]);
    expect(faults).toMatch(/Deployment-x.*'string' is not assignable to type 'number'/);
    expect(faults).toMatch(/readinesProbe.* does not exist in type 'Container'/);
    expect(faults).toMatch(/no exported member 'Ingress'/);
  });

  it('are all part of a kustomization', () => {
    for (const [folder, kustomization] of kustomizations) {
      const beside = files.filter((name) => dirname(name) === folder && !isKustomization(name));
      expect(kustomization?.resources.toSorted()).toEqual(beside.map((name) => basename(name)).sort());
    }
    expect([...kustomizations.keys()].sort()).toEqual([...new Set(files.map((name) => dirname(name)))].sort());
  });

  it('select the pods that they mean, by ports that these have', () => {
    const one = (labels: Record<string, string> | undefined, name: string | undefined) => {
      expect(Object.keys(labels ?? {}), name).not.toEqual([]);
      const found = selected(labels);
      expect(found.map(({ metadata }) => metadata?.name)).toEqual([name?.replace('-management', '')]);
      return found.flatMap(portsOf).map((port) => port.name);
    };
    for (const { metadata, spec } of deployments) {
      one(spec?.selector.matchLabels, metadata?.name);
      for (const { labelSelector } of spec?.template.spec?.topologySpreadConstraints ?? []) {
        one(labelSelector?.matchLabels, metadata?.name);
      }
    }
    for (const { metadata, spec } of all<Service>('Service')) {
      const ports = one(spec?.selector, metadata?.name);
      for (const { targetPort } of spec?.ports ?? []) expect(ports).toContain(targetPort);
    }
    for (const { metadata, spec } of all<PodDisruptionBudget>('PodDisruptionBudget')) {
      one(spec?.selector?.matchLabels, metadata?.name);
    }
    for (const { metadata, spec } of all<NetworkPolicy>('NetworkPolicy')) {
      const ports = one(spec?.podSelector.matchLabels, metadata?.name);
      for (const rule of spec?.ingress ?? []) {
        for (const { port } of rule.ports ?? []) expect(ports).toContain(port);
        for (const { podSelector } of rule.from ?? []) expect(selected(podSelector?.matchLabels)).toContain(foyer);
      }
    }
  });

  it('leave the number of replicas to the autoscaler, and take none away before another one is ready', () => {
    const [autoscaler] = all<HorizontalPodAutoscaler>('HorizontalPodAutoscaler');
    expect(autoscaler?.spec?.scaleTargetRef).toEqual({ apiVersion: 'apps/v1', kind: 'Deployment', name: 'foyer' });
    expect(autoscaler?.spec?.minReplicas).toBeGreaterThanOrEqual(2);
    expect(foyer?.spec?.replicas).toBeUndefined();
    // What it reckons by.
    expect(container?.resources?.requests?.cpu).toBeDefined();
    expect(foyer?.spec?.strategy?.rollingUpdate).toEqual({ maxUnavailable: 0, maxSurge: 1 });
  });

  it('lead visitors to the site, and nobody from outside to the management port', () => {
    const services = all<Service>('Service');
    const ingress = all<Ingress>('Ingress')[0]?.spec;
    const host = new URL(configMap.SITE_URL ?? '').hostname;
    expect(ingress?.rules?.map((rule) => rule.host)).toEqual([host]);
    expect(ingress?.tls?.flatMap(({ hosts }) => hosts)).toEqual([host]);
    const backend = ingress?.rules?.[0]?.http?.paths[0]?.backend.service;
    const target = services.find(({ metadata }) => metadata?.name === backend?.name);
    const port = target?.spec?.ports?.find(({ name }) => name === backend?.port?.name);
    expect(port?.targetPort).toBe('http');
    expect(target?.spec?.ports).toHaveLength(1);
    for (const { metadata, spec } of services) expect(spec?.type ?? 'ClusterIP', metadata?.name).toBe('ClusterIP');
  });

  it('ask the server what it answers, and wait for as long as it takes', async () => {
    const { startupProbe, livenessProbe, readinessProbe } = container ?? {};
    const isServing = async (isReady: boolean, probe = readinessProbe) => {
      const app = express().use(health({ isReady: async () => isReady } as Gateway, () => false));
      return (await supertest(app).get(probe?.httpGet?.path ?? '')).status;
    };
    for (const probe of [startupProbe, livenessProbe, readinessProbe]) {
      expect(container?.ports?.map(({ name }) => name)).toContain(probe?.httpGet?.port);
      expect(await isServing(true, probe)).toBe(200);
    }
    expect(await isServing(false, startupProbe)).toBe(200);
    expect(await isServing(false, livenessProbe)).toBe(200);
    expect(await isServing(false, readinessProbe)).toBe(503);
    expect((readinessProbe?.timeoutSeconds ?? 1) * 1000).toBeGreaterThan(READY_TIMEOUT_MS);
  });

  it('set variables that the server knows, to what the pod has', () => {
    for (const name of Object.keys({ ...image, ...configMap })) expect(known(), name).toContain(name);
    const config = readConfig({ ...image, ...configMap });
    const ports = Object.fromEntries(container?.ports?.map(({ name, containerPort }) => [name, containerPort]) ?? []);
    expect(ports).toEqual({ http: config.port, management: config.management?.port });
    const mounts = container?.volumeMounts?.map(({ mountPath }) => mountPath);
    expect(mounts).toEqual([dirname(config.answerCacheDir ?? ''), '/tmp']);
    expect(container?.volumeMounts?.map(({ name }) => name)).toEqual(pod?.volumes?.map(({ name }) => name));
    expect(container?.envFrom).toEqual([
      { configMapRef: { name: 'foyer' } },
      { secretRef: { name: 'foyer', optional: true } },
    ]);
    for (const kustomization of kustomizations.values()) {
      for (const { name } of kustomization?.configMapGenerator ?? []) expect(name).toBe('foyer');
    }
    const redis = all<Service>('Service').find(({ metadata }) => metadata?.name === 'foyer-redis');
    expect(config.redisUrl).toBe(`redis://${redis?.metadata?.name}:${redis?.spec?.ports?.[0]?.port}`);
  });

  it('give a pod the disk that its caches may take', () => {
    const bytesOf = (quantity = '') => {
      const [, number, unit = ''] = /^(\d+)(Mi|Gi)$/.exec(quantity) ?? [];
      return Number(number) * (unit === 'Gi' ? 2 ** 30 : 2 ** 20);
    };
    const [row = ''] = /^\| `DATA_DIR` .*$/m.exec(readFileSync('docs/configuration.md', 'utf8')) ?? [];
    const caches = [...row.matchAll(/up to (\d+) (MB|GB)/g)].map(
      ([, number, unit]) => Number(number) * (unit === 'GB' ? 1e9 : 1e6),
    );
    expect(caches).toHaveLength(4);
    const limits = pod?.volumes?.map(({ emptyDir }) => bytesOf(emptyDir?.sizeLimit)) ?? [];
    const sum = (numbers: number[]) => numbers.reduce((all, number) => all + number, 0);
    expect(limits[0]).toBeGreaterThan(sum(caches) * 1.1);
    // A node keeps five files of a container's log, of 10 MiB each.
    expect(bytesOf(container?.resources?.limits?.['ephemeral-storage'])).toBeGreaterThan(sum(limits) + bytesOf('50Mi'));
  });

  it('let a pod reach names, Redis and what it reads, and no more', () => {
    const [policy] = all<NetworkPolicy>('NetworkPolicy');
    expect(policy?.spec?.policyTypes).toEqual(['Ingress', 'Egress']);
    const reached = policy?.spec?.egress?.map(({ ports }) => ports?.map(({ port }) => port));
    expect(reached).toEqual([[53, 53], ['redis'], [443]]);
    for (const { to = [] } of policy?.spec?.egress ?? []) {
      expect(to).not.toEqual([]);
      for (const { podSelector, ipBlock } of to) {
        if (podSelector)
          expect(
            selected(podSelector.matchLabels)
              .flatMap(portsOf)
              .map(({ name }) => name),
          ).toEqual(['redis']);
        if (ipBlock) expect(ipBlock.except).not.toEqual([]);
      }
    }
  });

  it('give a pod the time to end', () => {
    const grace = (pod?.terminationGracePeriodSeconds ?? 30) * 1000;
    expect(grace).toBeGreaterThan(ending({ ...image, ...configMap }));
    expect(Number(configMap.SHUTDOWN_DELAY)).toBeGreaterThan(0);
    expect(container?.lifecycle).toBeUndefined();
  });

  it('give no more rights than are needed', () => {
    expect(pod?.securityContext?.runAsUser).toBe(1000);
    for (const { metadata, spec } of deployments) {
      const { containers = [], ...pod } = spec?.template.spec ?? {};
      expect(pod, metadata?.name).toMatchObject({
        automountServiceAccountToken: false,
        securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
      });
      for (const container of containers) {
        expect(container.securityContext).toEqual({
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        });
        expect(container.resources?.limits?.memory).toBeDefined();
      }
    }
  });
});

describe('the image', () => {
  const [, entrypoint = '[]'] = /^ENTRYPOINT (.+)$/m.exec(dockerfile) ?? [];
  const [program = '', ...words]: string[] = JSON.parse(entrypoint);
  const run = (...args: string[]) => {
    const here = words.map((word) => word.replace('/app/', `${process.cwd()}/`));
    return spawnSync(program, [...here, ...args], { encoding: 'utf8', env: { PATH: process.env.PATH } }).stdout;
  };

  it('passes options to the server, and runs any other command', () => {
    expect(run('--version')).toBe(`${JSON.parse(readFileSync('package.json', 'utf8')).version}\n`);
    expect(run('--help')).toMatch(/^PORT /m);
    expect(run('node', '-p', '40 + 2')).toBe('42\n');
    expect(dockerfile).not.toMatch(/^CMD /m);
  });

  it('listens to other containers, at each of its ports', () => {
    const { host, management, preview } = readConfig({
      ...image,
      MANAGEMENT_PORT: '9090',
      PREVIEW_PORT: '3100',
      PREVIEW_TOKEN: 'the-token-of-the-preview',
    });
    expect([host, management?.host, preview?.host]).toEqual(['0.0.0.0', '0.0.0.0', '0.0.0.0']);
  });
});

describe('compose.yaml', () => {
  it('sets variables that the server knows, and leaves the rest to the image', () => {
    for (const name of Object.keys(composed)) expect(known(), name).toContain(name);
    for (const setting of ['healthcheck', 'command', 'entrypoint', 'user', 'working_dir']) {
      expect(service, setting).not.toHaveProperty(setting);
    }
    expect(dockerfile).toMatch(/^HEALTHCHECK /m);
    expect(dockerfile).toMatch(/^USER node$/m);
    // dist/server/new-content.mjs finds the template beside dist/.
    expect(dockerfile).toMatch(/^COPY starter starter$/m);
    expect(readFileSync('.dockerignore', 'utf8')).toMatch(/^!starter$/m);
    expect(service?.build).toBe('.');
  });

  it('shows the folder of its owner, and beside a CMS not the example', () => {
    // As Docker Compose fills in what .env sets.
    const filled = (text = '', dir = '') =>
      text.replace(/\$\{CONTENT_DIR:-(.*?)\}/, dir || '$1').replace(/\$\{CONTENT_DIR:\+(.*?)\}/, dir && '$1');
    const [mount] = service?.volumes ?? [];
    const own = filled(composed.CONTENT_DIR, '../our-content');
    expect(filled(mount, '../our-content')).toBe(`../our-content:${own}:ro`);
    expect(filled(mount)).toBe('./content:/app/content:ro');
    expect(readConfig({ CONTENT_DIR: own }).contentDirIsSet).toBe(true);
    expect(readConfig({ CONTENT_DIR: filled(composed.CONTENT_DIR) }).contentDirIsSet).toBe(false);
  });

  it('publishes the site alone, on this machine', () => {
    const config = readConfig({ ...image, ...composed });
    expect(config.management?.port).not.toBe(config.port);
    expect(dockerfile).toContain(`\nEXPOSE ${config.port}\n`);
    expect(service?.ports).toEqual([
      expect.stringMatching(RegExp(`^\\$\\{PUBLISH:-127\\.0\\.0\\.1:\\d+\\}:${config.port}$`)),
    ]);
    expect(compose?.services.redis).not.toHaveProperty('ports');
    expect(compose?.services.redis?.profiles).toEqual(['redis']);
  });

  it('mounts the content folder and one that the server may write to', () => {
    const config = readConfig({ ...image, ...composed, CONTENT_DIR: undefined });
    const workdir =
      dockerfile
        .match(/^WORKDIR (.+)$/gm)
        ?.at(-1)
        ?.split(' ')[1] ?? '';
    const data = dirname(config.answerCacheDir ?? '');
    expect(service?.volumes).toEqual([
      `\${CONTENT_DIR:-./content}:${join(workdir, config.contentDir)}:ro`,
      `data:${data}`,
    ]);
    expect(compose?.volumes).toHaveProperty('data');
    expect(dockerfile).toMatch(RegExp(`^RUN install -d -o node -g node ${data}$`, 'm'));
    expect(service).toMatchObject({
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
      tmpfs: ['/tmp'],
      restart: 'unless-stopped',
    });
  });

  it('gives the server the time to end', () => {
    const [, grace] = /^(\d+)s$/.exec(String(service?.stop_grace_period)) ?? [];
    expect(Number(grace) * 1000).toBeGreaterThan(ending({ ...image, ...composed }));
  });
});

describe('the dashboard', () => {
  interface Target {
    expr: string;
    datasource: { uid: string };
  }
  interface Panel {
    id: number;
    title: string;
    gridPos: { x: number; y: number; w: number; h: number };
    targets: Target[];
  }
  const text = readFileSync('deploy/grafana.json', 'utf8');
  const { panels, templating } = JSON.parse(text) as {
    panels: Panel[];
    templating: { list: { name: string; definition?: string }[] };
  };
  const expressions = [
    ...panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
    ...templating.list.flatMap(({ definition }) => definition ?? []),
  ];
  it('asks for metrics that there are, and for each of them', () => {
    for (const expression of expressions) {
      expect(metricsOf(expression), expression).not.toEqual([]);
      for (const metric of metricsOf(expression)) expect(Object.keys(METRICS), expression).toContain(metric);
    }
    expect(new Set(expressions.flatMap(metricsOf))).toEqual(new Set(Object.keys(METRICS)));
  });

  it('asks by labels that these have', () => {
    for (const expression of expressions) {
      const labels = metricsOf(expression).flatMap((metric) => METRICS[metric] ?? []);
      const asked = [
        ...[...expression.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, names = '']) => names.split(/,\s*/)),
        ...[...expression.matchAll(/(\w+)\s*[=!]~?\s*"/g)].map(([, name]) => name),
      ];
      for (const name of asked) expect([...labels, 'job', 'instance'], expression).toContain(name);
      // A histogram's share is reckoned from its buckets.
      if (expression.includes('histogram_quantile')) expect(asked).toContain('le');
    }
  });

  it('asks the source that was chosen, in panels that do not lie on each other', () => {
    expect(templating.list.map(({ name }) => name)).toEqual(['datasource', 'job']);
    // biome-ignore lint/suspicious/noTemplateCurlyInString: Grafana's
    const source = '${datasource}';
    for (const { targets } of panels) for (const { datasource } of targets) expect(datasource.uid).toBe(source);
    const cells = panels.flatMap(({ gridPos: { x, y, w } }) => Array.from({ length: w }, (_, at) => `${x + at}:${y}`));
    expect(new Set(cells).size).toBe(cells.length);
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
  });
});
