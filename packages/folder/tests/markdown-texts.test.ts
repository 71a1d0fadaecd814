import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { load } from 'js-yaml';
import { describe, expect, it } from 'vitest';
import { createParseContext } from '../../gateway/src/field-parsers.ts';
import { listMarkdownFiles, readMarkdown, readYaml } from '../src/content-files.ts';
import { KnownFiles } from '../src/known-files.ts';
import { createMarkdownConverter } from '../src/markdown-converter.ts';
import { MarkdownTexts } from '../src/markdown-texts.ts';
import { MediaFiles } from '../src/media-files.ts';
import { YAML_OPTIONS } from '../src/parse-yaml.ts';

const DIR = 'content';
const folders = ['blogs', 'news', 'notice', 'album', 'career', 'department', 'services', 'page', 'bod', 'management'];
const known = new KnownFiles(DIR);
const files = folders.flatMap((folder) => {
  const { originals, translations } = listMarkdownFiles(known, folder);
  return [...originals, ...[...translations.values()].flat()];
});
const toHtml = createMarkdownConverter(new MediaFiles(DIR));
const reading = createParseContext({ timeZone: 'Asia/Kathmandu', videoOrigins: [], onDropped: () => {} });

describe('the excerpt of a text', () => {
  const texts = new MarkdownTexts({
    toHtml,
    readFile: () => expect.fail('each text is in memory'),
    onUnreadable: () => expect.fail('each text is in memory'),
  });
  const excerptOf = (text: string) => {
    const item = {};
    texts.set(item, text);
    return reading.excerpt(reading.html(texts.forList(item).description ?? ''), 300);
  };
  const excerptOfComplete = (text: string) => reading.excerpt(reading.html(toHtml(text)), 300);
  const long = `${'word '.repeat(100)}\n\n`.repeat(10);

  it('of each file of the example is that of the complete text', () => {
    const faults = files.filter((file) => {
      const { body } = readMarkdown(DIR, file);
      return excerptOf(body.trim()) !== excerptOfComplete(body);
    });
    expect(faults).toEqual([]);
    expect(files.length).toBeGreaterThan(100);
  });

  it('needs the beginning of the text only', () => {
    const item = {};
    texts.set(item, long);
    expect(texts.forList(item).description?.length).toBeLessThan(toHtml(long).length / 2);
  });

  it.each([
    ['a link that is defined below', `A [link][there].\n\n${long}[there]: /blogs/1`],
    ['HTML that continues', `<div>\n\n${long}</div>\n\n${long}`],
    ['a comment that continues', `<!-- ${long} -->\n\nText.`],
    ['an address longer than all the rest', `[A](/${'x'.repeat(1300)})\n\nand a\n\n${long}`],
    ['few words', 'Short.'],
  ])('with %s is that of the complete text', (_, text) => {
    expect(excerptOf(text)).toBe(excerptOfComplete(text));
  });
});

describe('front matter', () => {
  it('means what YAML says', async () => {
    const lists = (await readdir(DIR)).filter((name) => name.endsWith('.yaml'));
    for (const file of lists) {
      expect(readYaml(DIR, file).value, file).toEqual(load(await readFile(join(DIR, file), 'utf8'), YAML_OPTIONS));
    }
    for (const file of files) {
      const [, text = ''] = (await readFile(join(DIR, file), 'utf8')).split(/^---\n/m);
      expect(readMarkdown(DIR, file).value, file).toEqual(load(text, YAML_OPTIONS));
    }
  });
});
