import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { checkContent, readContent } from '../../../packages/check/src/check-content.ts';
import { readConfig } from '../../../packages/config/src/config.ts';
import { setShowsUnpublished } from '../../../packages/gateway/src/arrange-list.ts';
import { setContentClock } from '../../../packages/model/src/dates/time.ts';
import { linkedSite } from '../../../server/linked-site.ts';
import { followViews, inView } from '../../../server/preview/content-view.ts';
import { PreviewFindings } from '../../../server/preview/preview-findings.ts';
import { type Folder, makeFolder, validFiles } from '../../support/folder.ts';

/* The findings of a content folder in the preview: the same for every editor, and for published files those of content:check. */

beforeAll(followViews);
afterAll(() => {
  setShowsUnpublished(() => false);
  setContentClock(() => Date.now());
});

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});

const FILES = {
  ...validFiles,
  'news/links.md':
    '---\nid: 1\nname: Links\ncreated_at: 2024-01-01\n---\n[The plan](/news/11), [the results](/news/12), [the tender](/notice/21)\n',
  'news/plan.md':
    '---\nid: 11\nname: Plan\ncreated_at: 2024-01-01\ndraft: true\n---\n[The idea](/news/14) is [here](/none).\n',
  'news/plan.ne.md': '---\nname: योजना\npublished_at: 2024-01-01\n---\n![](/media/hill.svg)\n',
  'news/idea.md': '---\nid: 14\nname: Idea\ncreated_at: 2024-01-01\ndraft: true\n---\nText.\n',
  'news/unfinished.md': '---\nid: 15\ncreated_at: 2024-01-01\ndraft: true\n---\nText.\n',
  'news/results.md': '---\nid: 12\nname: Results\npublished_at: 2040-01-01\n---\nBetter.\n',
  'notice/tender.md': '---\nid: 21\nname: Tender\ncreated_at: 2024-01-01\nexpires_at: 2024-01-01\n---\nOver.\n',
  'faq.yaml': '- { id: 1, question: Why?, answer: "[So](/none)." }\n- { id: 2, draft: true }\n',
  'redirects.yaml': '- { from: /old, to: /nowhere }\n',
};

async function open(files: Record<string, string> = FILES) {
  const folder: Folder = await makeFolder(files);
  const config = readConfig({ CONTENT_DIR: folder.dir, LOCALES: 'en,ne' });
  const findings = new PreviewFindings(config, pino({ level: 'silent' }));
  closers.push(
    () => folder.remove(),
    () => findings.close(),
  );
  const lines = async () => {
    const found = await findings.ofSite();
    return typeof found === 'string' ? found : found.map(({ place, message }) => `${place}: ${message}`);
  };
  return { folder, config, lines };
}

it('are the same whichever view asks first', async () => {
  const ask = async (at?: number) => {
    const { lines } = await open();
    return inView(at === undefined ? {} : { at }, () =>
      expect.poll(lines).toContain('news/links.md:6: /news/12: no page has this address').then(lines),
    );
  };
  const ofEverything = await ask();
  expect(await ask(Date.parse('2041-01-01'))).toEqual(ofEverything);
});

it('are those of content:check, and those of drafts, which may lead to other drafts', async () => {
  const { config, lines } = await open();
  const { contentDir: dir, site } = config;
  const content = await readContent({ dir, timeZone: site.timeZone, locales: site.locales });
  const { findings } = await checkContent(content, config, linkedSite);
  const printed = findings.map(({ file, line, message }) => `${file}:${line}: ${message}`);
  expect(printed).toContain('news/links.md:6: /news/11: no page has this address');
  await expect.poll(lines).not.toBe('pending');
  const shown = await lines();
  const added = typeof shown === 'string' ? [] : shown.filter((line) => !printed.includes(line));
  expect(shown).toHaveLength(printed.length + added.length);
  expect(added).toEqual([
    'faq.yaml:2: 1.question: is missing',
    'faq.yaml:2: 1.answer: is missing',
    'news/plan.md:7: /none: no page has this address',
    'news/plan.md:7: “here” does not say where the link leads',
    'news/plan.ne.md:3: published_at: 2024-01-01 contradicts news/plan.md, which has none',
    'news/plan.ne.md:5: /media/hill.svg: has no alt: describe what the image shows, or write "" if it is decorative',
    'news/unfinished.md:2: name: is missing',
  ]);
});

it('follow edits, before any page is opened and after a faulty site.yaml', async () => {
  const { folder, lines } = await open({ ...validFiles, 'site.yaml': 'name: [\n' });
  await expect.poll(lines).toContainEqual(expect.stringMatching(/^site\.yaml:/));
  await folder.write({ 'site.yaml': validFiles['site.yaml'] });
  await expect.poll(lines).toEqual([]);
});
