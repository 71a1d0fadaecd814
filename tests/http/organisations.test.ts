import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import supertest from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkCommand } from '../../packages/check/src/check-command.ts';
import { readYaml } from '../../packages/folder/src/content-files.ts';
import type { SCREENS } from '../../packages/model/src/screens.ts';
import { linkedSite } from '../../server/linked-site.ts';
import { PROFILES } from '../../tools/new/src/choices.ts';
import { newFolder } from '../../tools/new/src/new-folder.ts';
import { runCommand } from '../support/commands.ts';
import { exportPlace } from '../support/export.ts';
import { unlessTypical } from '../support/extents.ts';
import { type Folder, makeFolder } from '../support/folder.ts';
import { startSite } from '../support/site.ts';

/* Organisations of each kind, from `npm run new` to a checked site in both languages, and for three of them to its files. */

/** What a visitor finds of each kind: pages with words on them. */
const SHOWN: Record<(typeof PROFILES)[number], Record<string, string>> = {
  company: { '/bod': 'Board of directors', '/ne/contact': 'गुनासो सुन्ने अधिकारी' },
  cooperative: {
    '/page/membership': 'one vote at the general meeting',
    '/ne/data': 'दर तथा मूल्य',
    '/service-center': '1 item',
  },
  municipality: {
    '/page/citizen-charter': 'If it takes longer',
    '/ne/page/right-to-information': 'राष्ट्रिय सूचना आयोग',
    '/service-center': 'Ward offices',
    '/contact': 'Grievance officer',
    '/ne/bod': 'जनप्रतिनिधि',
  },
  school: {
    '/page/admission': 'How to apply',
    '/ne/bod': 'विद्यालय व्यवस्थापन समिति',
    '/management': 'Teachers and staff',
  },
  ngo: {
    '/blogs': 'Stories from the field',
    '/ne/page/right-to-information': 'पैंतीस दिनभित्र',
    '/report': 'Reports and audits',
  },
};
const EXPORTED = ['cooperative', 'municipality', 'school'] as const;

describe.each(PROFILES)('a %s', (profile) => {
  let folder: Folder;
  let dir: string;
  let environment: { CONTENT_DIR: string; LOCALES: string };
  beforeAll(async () => {
    folder = await makeFolder({});
    dir = join(folder.dir, 'site');
    environment = { CONTENT_DIR: dir, LOCALES: 'en,ne' };
    const args = [dir, '--for', profile, '--name', 'Hamro', '--locales', 'en,ne'];
    expect((await runCommand(newFolder('starter'), args)).code).toBe(0);
  });
  afterAll(() => folder.remove());

  const check = async () => (await runCommand(checkCommand(linkedSite), [], environment)).stdout;

  it('has no fault and no advice but to replace its examples, in both languages', async () => {
    const lines = (await check()).split('\n').filter((line) => line && !/is only an example|no faults/.test(line));
    expect(lines).toEqual([expect.stringMatching(/^ne: (\d+) of \1 texts translated$/)]);
  });

  it(
    'says which texts are to be replaced, until they are',
    unlessTypical(profile === 'cooperative', 'exhaustive/every-form'),
    async () => {
      const file = join(dir, 'news/first-news.md');
      const before = await readFile(file, 'utf8');
      const found = async () => (await check()).split('\n').filter((line) => line.includes('first-news.md'));
      expect((await found()).join('\n')).toContain('“Write what has happened');
      expect((await found()).join('\n')).toContain('“What has happened, where and when');
      await writeFile(
        file,
        before.replace(/^Write what[\s\S]*/m, 'The bridge is open.\n').replace(/^summary: .*/m, 'summary: It is open.'),
      );
      expect((await found()).join('\n')).not.toMatch(/“What has happened|“Write what/);
      await writeFile(file, before);
    },
  );

  it('shows its own screens by their names, and links to no other', async () => {
    const site = await startSite({ ...environment, SEARCH: 'off' });
    const get = (path: string) => supertest(site.app).get(path).set('User-Agent', 'Googlebot/2.1');
    for (const [path, words] of Object.entries(SHOWN[profile])) {
      const { status, text } = await get(path);
      expect({ path, status }).toEqual({ path, status: 200 });
      expect(text, path).toContain(words);
    }
    const { value } = readYaml(dir, 'screens.yaml');
    const off = (value as { screen: keyof typeof SCREENS; off?: boolean }[]).flatMap((each) =>
      each.off ? each.screen : [],
    );
    const links = RegExp(`href="(?:/ne)?/(?:${off.join('|') || '-'})["/?#]`);
    for (const path of ['/', '/ne', '/contact', '/about', '/sitemap.xml', '/search'])
      expect((await get(path)).text, path).not.toMatch(links);
    for (const screen of off) expect((await get(`/${screen}`)).status, screen).toBe(404);
    await site.close();
  });
});

describe.each(EXPORTED)('a %s', (profile) => {
  const isTypical = profile === 'municipality';
  it(
    'becomes files in both languages, in which no link leads nowhere',
    unlessTypical(isTypical, 'exhaustive/every-form'),
    async () => {
      const folder = await makeFolder({});
      const dir = join(folder.dir, 'site');
      await runCommand(newFolder('starter'), [dir, '--for', profile, '--name', 'Hamro', '--locales', 'en,ne']);
      const place = await exportPlace({ CONTENT_DIR: dir, LOCALES: 'en,ne' });
      const { code, stdout } = await place.run();
      // Of the sources, the map is no file of the build.
      const dead = stdout.split('\n').filter((line) => line.includes('leads nowhere') && !line.includes('nepal.svg'));
      expect({ code, dead }).toEqual({ code: 0, dead: [] });
      const files = Object.keys(await place.files());
      expect(files).toEqual(
        expect.arrayContaining([
          'index.html',

          'page/right-to-information.html',
          'ne/notice.html',
        ]),
      );
      expect(files.filter((file) => /^(?:ne\/)?blogs[/.]/.test(file))).toEqual([]);
      await place.remove();
      await folder.remove();
    },
  );
});

it('a list that is to be renewed every three months is renewed, or the check says so', async () => {
  const folder = await makeFolder({});
  const dir = join(folder.dir, 'site');
  await runCommand(newFolder('starter'), [dir, '--for', 'municipality', '--name', 'Hamro']);
  const file = join(dir, 'page/right-to-information.md');
  const text = await readFile(file, 'utf8');
  const findings = async (day: string) => {
    await writeFile(file, text.replace(/^updated_at: .*/m, day && `updated_at: ${day}`));
    const { stdout } = await runCommand(checkCommand(linkedSite), [], { CONTENT_DIR: dir });
    return stdout.split('\n').filter((line) => line.includes('three months'));
  };
  expect(await findings(new Date().toISOString().slice(0, 10))).toEqual([]);
  expect(await findings('2026-01-02')).toEqual([
    expect.stringMatching(/right-to-information\.md:\d+:\d+: advice: .* the last time was 2026-01-0[12]/),
  ]);
  await folder.remove();
});
