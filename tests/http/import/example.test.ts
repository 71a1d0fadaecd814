// @module-tag exhaustive/every-form

import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadContent } from '../../../packages/folder/src/content-store.ts';
import { importContent } from '../../../tools/import/src/import-content.ts';
import { allAnswers, comparable } from '../../support/all-answers.ts';
import { type CommandRun, runCommand } from '../../support/commands.ts';
import { listen } from '../../support/listen.ts';
import { startSite, type TestSite } from '../../support/site.ts';

/* The example organisation's own API, imported: the folder answers as the original does. */

const LOCALES = 'en,ne';
let original: Served;
let copy: Served;
let dir: string;
let run: CommandRun;

interface Served {
  url: string;
  close(): Promise<unknown>;
}

/** Without a search: it would read what these tests do not ask for. */
async function serve(dir: string): Promise<Served> {
  const site: TestSite = await startSite({ CONTENT_DIR: dir, LOCALES });
  const { url, close } = await listen(site.app);
  return { url, close: () => Promise.all([close(), site.close()]) };
}

beforeAll(async () => {
  dir = join(await mkdtemp(join(tmpdir(), 'foyer-import-')), 'content');
  original = await serve('content');
  run = await runCommand(importContent, [`${original.url}/frontapi/en/`, dir, '--locales', LOCALES], {
    UPSTREAM_TIMEOUT: '30000',
  });
  copy = await serve(dir);
});
afterAll(async () => {
  await Promise.all([original.close(), copy.close()]);
  await rm(join(dir, '..'), { recursive: true });
});

const answersOf = ({ url }: Served, locale: string) =>
  allAnswers(async (address) => {
    const response = await fetch(`${url}/frontapi/${locale}/${address}`);
    if (response.status === 404) return undefined;
    const { error, data }: { error: boolean; data: object } = await response.json();
    expect([address, error]).toEqual([address, false]);
    return data;
  });

describe('the imported example', () => {
  it('has everything', () => {
    expect(run.stdout).not.toContain('Does not fit');
    expect(run.code).toBe(0);
    expect(run.stderr).toMatch(/\d+ pictures and documents, [\d.]+ MB to be fetched/);
  });

  it('is a folder without faults', async () => {
    const { faults } = await loadContent({ dir, timeZone: 'Asia/Kathmandu', locales: ['en', 'ne'] });
    expect(faults).toEqual([]);
  });

  it.each(['en', 'ne'])('answers every call as the original, in %s', async (locale) => {
    const [expected, actual] = await Promise.all([answersOf(original, locale), answersOf(copy, locale)]);
    expect(expected.size).toBeGreaterThan(100);
    expect([...actual.keys()]).toEqual([...expected.keys()]);
    for (const [address, data] of expected)
      expect({ [address]: comparable(actual.get(address)) }).toEqual({ [address]: comparable(data) });
  });

  it('has the files of the original but for what no list leads to: expired notices', async () => {
    const missing = [];
    for (const file of await readdir('content/notice')) {
      if ((await readdir(join(dir, 'notice'))).includes(file)) continue;
      missing.push(await readFile(join('content/notice', file), 'utf8'));
    }
    expect(missing.length).toBeGreaterThan(0);
    for (const text of missing) expect(text).toMatch(/expires_at|^---\nname/);
  });
});
