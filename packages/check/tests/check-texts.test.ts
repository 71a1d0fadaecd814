import { afterEach, expect, it } from 'vitest';
import { type Folder, makeFolder } from '../../../tests/support/folder.ts';
import { readMarkdown, readYaml } from '../../folder/src/content-files.ts';
import { faultText } from '../../folder/src/faults.ts';
import { createMarkdownConverter } from '../../folder/src/markdown-converter.ts';
import { MediaFiles } from '../../folder/src/media-files.ts';
import { createParseContext } from '../../gateway/src/field-parsers.ts';
import { checkTexts } from '../src/check-texts.ts';
import { textsOf } from '../src/file-texts.ts';

/* Texts that the gateway would cut, or whose images it would not scale: `content:check` names their files. */

let folder: Folder;
afterEach(() => folder.remove());

it('reports texts with too many images, and texts that are too long as HTML', async () => {
  const images = (count: number) => '<img src="/media/hill.png" alt="">\n\n'.repeat(count);
  folder = await makeFolder({
    'blogs/many.md': `---\nid: 1\nname: Many\n---\n\nText.\n${images(201)}\n`,
    'blogs/enough.md': `---\nid: 2\nname: Enough\n---\n\nText.\n${images(200)}\n`,
    'blogs/long.md': `---\nid: 3\nname: Long\n---\n${`${'&'.repeat(70)}\n\n`.repeat(1_300)}`,
    'blogs/deep.md': `---\nid: 4\nname: Deep\n---\n${'>'.repeat(20_000)}`,
    'faq.yaml': `- id: 1\n  question: Why?\n  answer: ${JSON.stringify('![](/media/hill.png)\n\n'.repeat(300))}\n`,
  });
  const { dir } = folder;
  const sources = [
    ...['many', 'enough', 'long', 'deep'].map((name) => readMarkdown(dir, `blogs/${name}.md`)),
    readYaml(dir, 'faq.yaml'),
  ];
  const faults = await checkTexts(
    sources,
    createMarkdownConverter(new MediaFiles(dir)),
    (onPlainText) =>
      createParseContext({
        timeZone: 'Asia/Kathmandu',
        videoOrigins: [],
        onDropped: (_, reason) => onPlainText(reason),
      }).html,
  );
  expect(faults.map(faultText)).toEqual([
    'blogs/many.md:6:1: the text has 201 images: only the first 200 are scaled',
    'blogs/long.md:5:1: the text is longer than 400,000 characters of HTML: shown as plain text',
    'faq.yaml:3:11: the text has 300 images: only the first 200 are scaled',
  ]);
});

it('tells of a text whose elements cannot be read', async () => {
  folder = await makeFolder({
    'blogs/deep.md': `---\nid: 4\nname: Deep\n---\n${'>'.repeat(20_000)} [here](/blogs)`,
    'blogs/short.md': '---\nid: 5\nname: Short\n---\n[here](/blogs)\n',
  });
  const sources = ['deep', 'short'].map((name) => readMarkdown(folder.dir, `blogs/${name}.md`));
  const unread: string[] = [];
  const texts = await textsOf(sources, [], (fault) => unread.push(faultText(fault)));
  expect(texts.map(({ file }) => file)).toEqual(['blogs/short.md']);
  expect(unread).toEqual([expect.stringMatching(/^blogs\/deep\.md:5:\d+: the text is not checked: /)]);
});
