import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import express from 'express';
import request from 'supertest';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadContent } from '../../packages/folder/src/content-store.ts';
import { faultText } from '../../packages/folder/src/faults.ts';
import { gallery } from '../../server/routes/gallery.tsx';
import { type Folder, makeFolder, validFiles } from '../support/folder.ts';
import { startSite, type TestSite } from '../support/site.ts';
import { data } from '../support/upstream.ts';

/* A site that looks as its operator wants, without a change of code. */

const THEME = `fonts:
  text:
    family: Mukta
    files:
      - { location: /media/fonts/mukta.woff2, weight: 400 700 }
radius: none
density: airy
colours:
  light: { paper: "#fff8e7", accent: "#ffd400" }
  dark: { paper: "#101010" }
`;
const font = async () => {
  const dir = 'node_modules/@fontsource-variable/source-sans-3/files';
  const [name = ''] = (await readdir(dir)).filter((file) => file.endsWith('latin-wght-normal.woff2'));
  return readFile(`${dir}/${name}`);
};

let folder: Folder;
let site: TestSite;
beforeEach(async () => {
  folder = await makeFolder({ ...validFiles, 'theme.yaml': THEME, 'media/fonts/mukta.woff2': await font() });
});
afterEach(async () => {
  await site?.close();
  await folder.remove();
});

const page = async (path = '/blogs') => (await request(site.app).get(path).set('User-Agent', 'Googlebot/2.1')).text;
const styles = async () => /<style[^>]*>([\s\S]*?)<\/style>/.exec(await page())?.[1] ?? '';

async function expectTheme() {
  const css = await styles();
  expect(css).toContain('@font-face{font-family:"Mukta";font-weight:400 700;');
  expect(css).toContain('--family:"Mukta"');
  expect(css).toMatch(/--radius:0;--radius-end:0/);
  expect(css).toContain('--paper:#fff8e7');
  expect(css).toContain('--accent-strong:#ffd400');
  const html = await page();
  expect(html.match(/<link rel="preload" href="[^"]*" as="font"/g)).toEqual([
    expect.stringContaining('href="/assets/fraunces-'),
  ]);
  // Nothing of it is in the data for the browser.
  expect(html.match(/mukta/gi)?.length).toBe(css.match(/mukta/gi)?.length);
  const { status, headers } = await request(site.app).get('/media/fonts/mukta.woff2');
  expect([status, headers['content-type']]).toEqual([200, 'font/woff2']);
}

describe('theme.yaml', () => {
  it('brands the site of a content folder', async () => {
    site = await startSite({ CONTENT_DIR: folder.dir });
    await expectTheme();
    expect(site.log.filter(({ level }) => level >= 40)).toEqual([]);
  });

  it('brands the site of a CMS', async () => {
    const cms = await startSite();
    site = await startSite({ CONTENT_DIR: folder.dir, FRONTAPI_URL: cms.upstream.url });
    await expectTheme();
    expect(await page()).toContain('Himal Trust');
    // By it the server knows what it has rendered already.
    const [first, second] = [await site.gateway.site(), await site.gateway.site()];
    expect(first.site.theme).toBeDefined();
    expect(second.site).toBe(first.site);
    await cms.close();
  });

  it('follows the file', async () => {
    site = await startSite({ CONTENT_DIR: folder.dir });
    expect(await styles()).toContain('--radius:0;');
    await folder.write({ 'theme.yaml': 'radius: large\n' });
    await expect.poll(styles).toContain('--radius:1.25rem');
    expect(await styles()).not.toContain('Mukta');
  });

  it('has faults with their lines, and the figures of a contrast', async () => {
    await folder.write({
      'theme.yaml': `radius: 3rem
densty: compact
fonts:
  text: { family: 'A";}', files: [] }
  display:
    family: Big
    files:
      - { location: /media/fonts/big.woff2 }
      - { location: "https://fonts.example/a.woff2" }
colours:
  light: { ink: "#8a8a8a" }
  dark: { accent: bleu }
`,
      'media/fonts/big.woff2': Buffer.alloc(400_000),
    });
    const { faults, content } = await loadContent({ dir: folder.dir, timeZone: 'UTC' });
    expect(faults.map(faultText)).toEqual([
      'theme.yaml:4:19: fonts.text.family: Expected a name of letters, digits, spaces, dots and hyphens',
      'theme.yaml:8:9: fonts.display.files.0.size: more than 300000 bytes',
      'theme.yaml:9:21: fonts.display.files.1.location: Expected a font of the content folder: /media/….woff2',
      'theme.yaml:1:9: radius: Expected none, small, medium, large, or a length up to 2rem',
      'theme.yaml:11:17: colours.light.ink: ink on paper 3.3:1, at least 4.5:1 is needed',
      'theme.yaml:11:17: colours.light.ink: ink on paper_raised 3.4:1, at least 4.5:1 is needed',
      'theme.yaml:12:19: colours.dark.accent: Expected a CSS colour, such as "#1f4b5c"',
      'theme.yaml:2:9: densty: not a known field: did you mean density?',
    ]);
    // What is right stays, and nothing that cannot be read.
    expect(content.theme?.colours).toEqual({ light: {}, dark: {} });
    expect(content.theme?.fonts?.text).toBeUndefined();
  });
});

describe('the theme of a CMS', () => {
  it('is part of its site; colours that cannot be read are left out, with one line in the log', async () => {
    site = await startSite();
    const theme = {
      radius: 'large',
      colours: { light: { ink: '#bbb', accent: '#00ff88' }, dark: { ink: '#fff' } },
      fonts: { text: { family: '</style><script>', files: [] } },
    };
    site.upstream.answer('site', data({ site: { name: 'Himal Trust', theme } }));
    const css = await styles();
    expect(css).toContain('--radius:1.25rem');
    expect(css).toContain('--accent-strong:#00ff88');
    expect(css).toContain('--ink:#1b1d20');
    expect(css).toContain('--ink:#ffffff');
    expect(css).not.toContain('<script');
    const lines = site.log.filter(({ level }) => level >= 40);
    expect(JSON.stringify(lines)).toContain('ink on paper 1.8:1, at least 4.5:1 is needed');
    expect(lines).toHaveLength(1);
  });
});

describe('the gallery', () => {
  it('is not there in production', async () => {
    site = await startSite({ CONTENT_DIR: folder.dir });
    await request(site.app).get('/_gallery').expect(404);
    const files = (await readdir('dist/server')).filter((name) => name.endsWith('.mjs'));
    for (const file of files)
      expect(await readFile(join('dist/server', file), 'utf8'), file).not.toContain('Heading of a paragraph');
  });

  it('shows the components with the theme and the contrast of its colours', async () => {
    site = await startSite({ CONTENT_DIR: folder.dir });
    const { config, gateway } = site;
    const app = express().get('/_gallery', gallery({ config, gateway, clientDir: 'dist/client' }));
    const { status, text, headers } = await request(app).get('/_gallery');
    expect([status, headers['cache-control']]).toEqual([200, 'no-store']);
    expect(text).toContain('#16191d on #ffd400');
    expect(text.match(/\d+\.\d:1<\/td>/g)?.length).toBe(30);
    expect(text).not.toMatch(/ style="/);
  });
});
