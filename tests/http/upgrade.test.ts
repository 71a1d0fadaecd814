// @module-tag exhaustive/builds

import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { SOURCES, tryUpgrade } from '../../scripts/try-upgrade.mjs';
import { copyProject } from '../support/copied-project.ts';
import { startRedis, type TestRedis } from '../support/redis.ts';

/*
 * Another version and this one, by turns and at once, on one content folder, one DATA_DIR and one Redis. A release does the same with
 * the version before it (.github/workflows/release.yml).
 */

let root: string;
let redis: TestRedis;
beforeAll(async () => {
  [root, redis] = await Promise.all([mkdtemp(join(tmpdir(), 'foyer-upgrade-')), startRedis()]);
  await copyProject(root);
  const manifest = JSON.parse(await readFile('package.json', 'utf8'));
  await writeFile(join(root, 'package.json'), JSON.stringify({ ...manifest, version: '0.0.9' }));
  await promisify(execFile)(process.execPath, ['build.mjs'], { cwd: root });
});
afterAll(async () => {
  await redis.kill();
  await rm(root, { recursive: true, force: true });
});

it.each(SOURCES)('an upgrade and a rollback show nothing that a new start does not: %s', async (source) => {
  const steps: string[] = [];
  const print = (line: string) => steps.push(line);
  expect(await tryUpgrade(root, '.', source, { redisUrl: redis.url, print })).toEqual([]);
  expect(steps).toHaveLength(source === 'gone' ? 2 : 5);
});
