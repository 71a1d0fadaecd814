// @module-tag repeated

import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { dump } from 'js-yaml';
import type { Locator } from 'playwright-core';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { NEW_SETTINGS, SETTINGS_FILE } from '../../packages/editor-forms/src/editor-settings.ts';
import { openBrowser, visit } from '../support/browser.ts';
import { git, startGitHost } from '../support/git-host.ts';
import { POLLING } from '../support/polling.ts';
import { PREVIEW_TOKEN, startPreviewServer } from '../support/preview.ts';

/* An editor without a terminal: writes in the web editor, looks at the preview, publishes. */

const LOCALES = 'en,ne';
/** What Sveltia CMS 0.221 writes on the console by itself. */
const OF_THE_EDITOR = [
  // It asks for the page of an item before the server has it, to offer a link to it.
  /^Failed to load resource: the server responded with a status of 404/,
  // A new item in a language that is not enabled.
  /^Cannot convert undefined or null to object$/,
  // "Now", if the browser's time zone is UTC.
  /^The specified value "[^"]+Z" does not conform to the required format/,
];
/** Each look is a `git pull`. */
const PULLED = { ...POLLING, interval: 500 };
const NEWS = '/news/a-new-office-in-ilam';

it('an editor adds a piece of news with a picture, sees it in the preview, translates and publishes it', async () => {
  await using site = await startEditedSite();
  const { page } = site.tab;
  site.tab.expected.push(...OF_THE_EDITOR);
  const origins = new Set<string>();
  page.context().on('request', (request) => origins.add(new URL(request.url()).origin));
  await page.goto(`${site.previewUrl}/_preview?token=${PREVIEW_TOKEN}&to=/admin`);
  // The git host asks in a window of its own.
  await page.getByRole('button', { name: /Gitea/ }).click();

  // It reads all of the repository first.
  await page.getByRole('treeitem', { name: /News/ }).click();
  await page.getByRole('button', { name: 'Create New Entry' }).first().click();
  const original = page.getByRole('group', { name: /Edit .English. Content/ });
  const name = original.getByRole('textbox', { name: 'Name' });
  // The form drops what is typed before its entry has been created.
  await expect.poll(() => filled(name, 'A new office in Ilam')).toBe(true);
  await original.getByRole('switch', { name: 'Draft' }).click();
  await original.getByRole('textbox', { name: 'Summary' }).fill('From Magh we are in Ilam bazaar.');
  await original.getByRole('textbox', { name: 'Text' }).fill('The office is open.\n\n## Hours\n\nFrom ten to five.');
  await original.getByRole('button', { name: /Add .Files/ }).click();
  await original.getByRole('button', { name: 'Browse' }).click();
  const library = page.getByRole('dialog');
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    library.getByRole('button', { name: 'Upload' }).click(),
  ]);
  await chooser.setFiles(site.picture);
  await library.getByRole('button', { name: 'Insert' }).click();
  // Saved before the picture is there, the entry would be refused.
  await original.getByText('/media/ilam-office.jpg').waitFor();
  await original.getByRole('textbox', { name: 'Alt' }).fill('A white house with a blue door');
  await original.getByRole('radio', { name: 'General' }).click();
  await page.getByRole('button', { name: 'Save', exact: true }).click();

  await expect.poll(() => site.pull(), PULLED).toContain('news/a-new-office-in-ilam.md');
  const written = await readFile(join(site.checkout, `${NEWS}.md`), 'utf8');
  expect(written).toMatch(/^draft: true$/m);
  expect(written).toMatch(/^category: general$/m);
  expect(written).toMatch(new RegExp(`^created_at: '?${new Date().getFullYear()}-`, 'm'));
  // As the link of the editor does.
  const preview = await page.context().newPage();
  await expect.poll(async () => (await preview.goto(`${site.previewUrl}${NEWS}`))?.status()).toBe(200);
  expect(await preview.getByRole('heading', { level: 1 }).textContent()).toBe('Draft: A new office in Ilam');
  await preview.getByRole('img', { name: 'A white house with a blue door' }).waitFor();
  expect((await fetch(site.publicUrl + NEWS)).status).toBe(404);

  await page.getByRole('row', { name: 'A new office in Ilam' }).click();
  await page.getByRole('button', { name: /Enable .Nepali/ }).click();
  const translation = page.getByRole('group', { name: /Edit .Nepali. Content/ });
  await translation.getByRole('textbox', { name: 'Name' }).first().fill('इलाममा नयाँ कार्यालय');
  await translation.getByRole('textbox', { name: 'Alt' }).fill('निलो ढोका भएको सेतो घर');
  await original.getByRole('switch', { name: 'Draft' }).click();
  await page.getByRole('button', { name: 'Save', exact: true }).click();

  await expect.poll(() => site.pull(), PULLED).toContain('news/a-new-office-in-ilam.ne.md');
  await expect.poll(async () => (await fetch(site.publicUrl + NEWS)).status).toBe(200);
  const nepali = await (await fetch(`${site.publicUrl}/ne${NEWS}`)).text();
  expect(nepali).toContain('इलाममा नयाँ कार्यालय');
  expect(nepali).toContain('निलो ढोका भएको सेतो घर');
  expect(nepali).toContain('सामान्य');

  await page.getByRole('row', { name: 'A new office in Ilam' }).click();
  await page.getByRole('radio', { name: 'Slug' }).click();
  await page.getByRole('button', { name: 'Edit Slug' }).click();
  await page.getByRole('textbox', { name: 'Slug' }).fill('ilam-office');
  await page.getByRole('textbox', { name: 'Slug' }).press('Enter');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect.poll(() => site.pull(), PULLED).toContain('news/ilam-office.md');
  for (const edition of ['', '/ne']) {
    const moved = () => fetch(site.publicUrl + edition + NEWS, { redirect: 'manual' });
    await expect.poll(async () => (await moved()).headers.get('location')).toBe(`${edition}/news/ilam-office`);
  }

  expect((await git(site.checkout, 'log', '--format=%an: %s')).trim().split('\n')).toEqual([
    expect.stringMatching(/^Sarita Maharjan: Update News/),
    expect.stringMatching(/^Sarita Maharjan: Update News/),
    expect.stringMatching(/^Sarita Maharjan: Create News/),
    'Test: Begin',
  ]);
  await site.check();
  // Nothing is requested from a CDN. Pictures that are not saved yet have addresses of the preview: blob:http://…
  expect([...origins].filter((origin) => origin !== 'null').sort()).toEqual([site.previewUrl, site.hostUrl].sort());
});

it('an editor pastes the rows of a table, and changes them', {
  tags: ['exhaustive/second-looks'],
}, async () => {
  await using site = await startEditedSite();
  const { page } = site.tab;
  site.tab.expected.push(...OF_THE_EDITOR);
  await page.goto(`${site.previewUrl}/_preview?token=${PREVIEW_TOKEN}&to=/admin`);
  await page.getByRole('button', { name: /Gitea/ }).click();

  await page.getByRole('treeitem', { name: 'Data: rows' }).click();
  await page.getByRole('row').getByText('first-table').click();
  const rows = page.getByRole('textbox', { name: 'Rows' });
  await expect.poll(() => rows.inputValue()).toContain('2026-03-01,11.5');
  await rows.fill('day\tvalue\n2026-04-01\t13.25\n2026-05-01\t14.5\n');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const table = async () => (await fetch(`${site.publicUrl}/data/first-table`)).text();
  await expect.poll(() => site.pull().then(table), PULLED).toMatch(/14\.5.*13\.25/s);

  await page.getByRole('button', { name: 'Create New Entry' }).first().click();
  // The form drops what is typed before its entry has been created.
  await expect.poll(() => filled(page.getByRole('textbox', { name: /Slug/ }), 'second-table')).toBe(true);
  await expect.poll(() => filled(rows, 'day,value\n2026-04-01,1\n')).toBe(true);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect.poll(() => site.pull(), PULLED).toContain('data/second-table.csv');
  expect(await readFile(join(site.checkout, 'data/second-table.csv'), 'utf8')).toBe('day,value\n2026-04-01,1\n');
});

/** Types into a field; resolves with whether it is there a moment later. */
async function filled(field: Locator, text: string): Promise<boolean> {
  await field.fill(text);
  await field.page().waitForTimeout(100);
  return (await field.inputValue()) === text;
}

/** A new content folder in a repository of a git host, and a site that serves a clone of it. */
async function startEditedSite() {
  const dir = await mkdtemp(join(tmpdir(), 'foyer-editor-'));
  const repository = join(dir, 'repository');
  const checkout = join(dir, 'checkout');
  await node('new-content.mjs', [repository, '--with-cms', '--name', 'Hamro Kosh', '--locales', LOCALES]);
  expect(await readFile(join(repository, SETTINGS_FILE), 'utf8')).toBe(NEW_SETTINGS);
  const host = await startGitHost(repository);
  await writeFile(join(repository, SETTINGS_FILE), dump({ backend: host.backend }));
  await git(repository, 'init', '--initial-branch', 'main');
  await git(repository, 'add', '--all');
  await git(repository, 'commit', '--message', 'Begin');
  await git(dir, 'clone', '--quiet', repository, checkout);
  const picture = join(dir, 'Ilam office.jpg');
  await writeFile(
    picture,
    await sharp({ create: { width: 1600, height: 900, channels: 3, background: '#36a' } })
      .jpeg()
      .toBuffer(),
  );
  const environment = { CONTENT_DIR: checkout, LOCALES };
  const { server, url: previewUrl, stop } = await startPreviewServer(environment);
  const browser = await openBrowser();
  const tab = await visit(browser);
  return {
    checkout,
    picture,
    publicUrl: server.url,
    previewUrl,
    hostUrl: host.backend.base_url,
    tab,
    /** What a timer of the server does. Returns the files of the folder. */
    async pull() {
      await git(checkout, 'pull', '--quiet', '--ff-only');
      return git(checkout, 'ls-files');
    },
    /** Rejects if the check finds a fault. */
    check: () => node('content-check.mjs', [], environment),
    async [Symbol.asyncDispose]() {
      await tab.finish();
      expect(await stop()).toBe(0);
      await host.close();
      await rm(dir, { recursive: true });
    },
  };
}

/** Runs a built command; resolves with what it prints. */
async function node(entry: string, args: string[], environment: Record<string, string> = {}): Promise<string> {
  const options = { env: { PATH: process.env.PATH, ...environment } };
  return (await promisify(execFile)(process.execPath, [join('dist/server', entry), ...args], options)).stdout;
}
