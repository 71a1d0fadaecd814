import { execFileSync } from 'node:child_process';
import { mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import request from 'supertest';
import { afterEach, describe, expect, it } from 'vitest';
import {
  MAX_MARKDOWN_CHARS,
  MAX_MARKDOWN_DEPTH,
  MarkdownError,
} from '../../../packages/folder/src/bounded-markdown.ts';
import { loadContent, openContent } from '../../../packages/folder/src/content-store.ts';
import { faultText } from '../../../packages/folder/src/faults.ts';
import { MAX_FILE_BYTES } from '../../../packages/folder/src/file-system.ts';
import { createMarkdownConverter } from '../../../packages/folder/src/markdown-converter.ts';
import { MediaFiles } from '../../../packages/folder/src/media-files.ts';
import { MAX_YAML_DEPTH } from '../../../packages/folder/src/parse-yaml.ts';
import { plainTextToHtml, stripTags } from '../../../packages/folder/src/plain-text.ts';
import { prepareSearch } from '../../../packages/folder/src/prepare-search.ts';
import { type Folder, makeFolder, validFiles } from '../../support/folder.ts';
import { startSite } from '../../support/site.ts';

/* A file that is too deep, too long, too intricate or unreadable affects its own item only, and is reported. */

let folder: Folder | undefined;
afterEach(() => folder?.remove());

const timeZone = 'Asia/Kathmandu';
async function load(files: Record<string, string | Buffer>) {
  folder = await makeFolder({ ...validFiles, ...files });
  return read(folder.dir);
}
async function read(dir: string) {
  const loaded = await loadContent({ dir, timeZone });
  const faults = [...loaded.faults, ...(await prepareSearch(loaded))].map(faultText);
  return { ...loaded, faults, names: loaded.content.blogs.map(({ name }) => name) };
}

const stairs = (levels: number) =>
  Array.from({ length: levels }, (_, index) => `${'> '.repeat(levels - index)}a`).join('\n');
const nestedList = (levels: number) =>
  Array.from({ length: levels }, (_, index) => `${'  '.repeat(index)}- a`).join('\n');

/** Texts that overflow the stack, or take seconds to hours. */
const HOSTILE: Record<string, string> = {
  'quotes, 20,000 deep': '>'.repeat(20_000),
  'quotes with blanks': `${'> '.repeat(20_000)}a`,
  'lists in one line': `${'- '.repeat(20_000)}a`,
  'numbered lists in one line': `${'1. '.repeat(10_000)}a`,
  'lists below one another': nestedList(300),
  'emphasis in emphasis': '*a '.repeat(10_000) + 'b*'.repeat(10_000),
  'quotes that get less deep': stairs(60),
  underscores: 'a_'.repeat(40_000),
  'a list item with very many lines': `- a\n${'b\n'.repeat(40_000)}`,
  'a table of very many cells': `${'|a'.repeat(200)}\n${'|-'.repeat(200)}\n${'|\n'.repeat(40_000)}`,
  'signs that begin nothing': '(\\``'.repeat(20_000),
  'addresses that are none': 'ftp://](:http://'.repeat(5_000),
  'exclamation marks': '!'.repeat(90_000),
  'instructions without an end': 'a <?'.repeat(20_000),
  'more characters than are converted': 'word '.repeat(MAX_MARKDOWN_CHARS / 4),
};

describe('a Markdown text that cannot be converted', () => {
  it.each(Object.entries(HOSTILE))('%s: affects no other item, and is shown as plain text', async (_, text) => {
    const { faults, names, texts, content } = await load({
      'blogs/deep.md': `---\nid: 3\nname: Deep\n---\n\n${text}\n`,
      'faq.yaml': `- { id: 1, question: Why?, answer: ${JSON.stringify(text)} }\n- { id: 2, question: How?, answer: "*So.*" }\n`,
    });
    expect(faults).toEqual([
      expect.stringMatching(/^faq\.yaml:1:36: 0\.answer: the text is .*: it is shown as plain text$/),
      expect.stringMatching(/^blogs\/deep\.md:\d+:\d+: the text is .*: it is shown as plain text$/),
    ]);
    expect(names).toEqual(['Deep', 'One', 'Two']);
    expect(content.faq.map(({ answer }) => answer)).toEqual([plainTextToHtml(text), '<p><em>So.</em></p>']);
    const [deep, one] = content.blogs;
    expect(deep && texts.htmlOf(deep)).toBe(plainTextToHtml(text));
    expect(one && texts.htmlOf(one)).toBe('<p>Text <em>one</em>.</p>');
  });

  it('is reported at the place where it exceeds a bound', async () => {
    const { faults } = await load({
      'blogs/a.md': `---\nid: 3\nname: A\n---\n\nText.\n\n> ${'> '.repeat(50)}\n`,
      'blogs/b.md': `---\nid: 4\nname: B\n---\nText.\n\n${'*a '.repeat(50)}${'b*'.repeat(50)}\n`,
      'blogs/c.md': `---\nid: 5\nname: C\n---\n${'0123456789abcde\n'.repeat(MAX_MARKDOWN_CHARS / 10)}`,
    });
    const places = faults.map((fault) => fault.split(': ')[0]);
    expect(places).toEqual(['blogs/a.md:8:1', 'blogs/b.md:7:1', `blogs/c.md:${5 + MAX_MARKDOWN_CHARS / 16}:1`]);
  });

  it('makes no page fail', async () => {
    folder = await makeFolder({
      ...validFiles,
      'blogs/deep.md': `---\nid: 3\nname: Deep\ncreated_at: 2026-01-01\n---\n${'>'.repeat(20_000)}\n`,
      'blogs/stairs.md': `---\nid: 4\nname: Stairs\ncreated_at: 2026-01-02\n---\n${stairs(60)}\n`,
    });
    const site = await startSite({ CONTENT_DIR: folder.dir, UPSTREAM_TIMEOUT: '30000' });
    const get = (path: string) => request(site.app).get(path).set('User-Agent', 'Googlebot/2.1');
    for (const path of ['/', '/blogs', '/blogs/3', '/blogs/4', '/blogs/1', '/blogs?search=one']) {
      expect((await get(path)).status, path).toBe(200);
    }
    expect((await get('/blogs/3')).text).toContain('&gt;&gt;&gt;&gt;&gt;');
    expect((await get('/blogs')).text).toContain('Deep');
    const logged = site.log.flatMap(({ fault }) => (fault ? [fault] : []));
    expect(logged).toEqual([
      expect.stringMatching(/^blogs\/deep\.md:6:1: /),
      expect.stringMatching(/^blogs\/stairs\.md:6:1: /),
    ]);
    await site.close();
  });

  it('does not make a list longer than the gateway accepts', async () => {
    const long = `<b>a</b>\n\n${'word '.repeat(19_000)}`;
    folder = await makeFolder({
      ...validFiles,
      ...Object.fromEntries(
        Array.from({ length: 50 }, (_, index) => [
          `news/${index}.md`,
          `---\nid: ${index}\nname: N${index}\n---\n${long}`,
        ]),
      ),
    });
    const site = await startSite({ CONTENT_DIR: folder.dir, UPSTREAM_MAX_BYTES: '3000000', UPSTREAM_TIMEOUT: '30000' });
    const { news } = await site.gateway.get('news', { per_page: '50' });
    expect(news).toHaveLength(50);
    expect(news[0]?.description_text).toMatch(/^a word word/);
    await site.close();
  });
});

describe('a Markdown text within the bounds', () => {
  const toHtml = createMarkdownConverter(new MediaFiles('content'));

  it('is converted up to any depth that a reader can follow', () => {
    for (const text of [
      stairs(8),
      nestedList(MAX_MARKDOWN_DEPTH / 2 - 1),
      `${'*a _b '.repeat(6)}${'b_ a*'.repeat(6)}`,
    ]) {
      expect(toHtml(text)).toMatch(/^<(blockquote|ul|p)>/);
    }
    expect(toHtml('word and *emphasis*, [a link](/blogs/1).\n\n'.repeat(1_500))).toContain('<em>');
    expect(toHtml(`| a | b |\n|---|---|\n${'| one | two |\n'.repeat(2_000)}`)).toContain('<td>one</td>');
  });

  it('is not converted if it is one level too deep', () => {
    const quotes = (levels: number) => () => toHtml(`${'>'.repeat(levels)}a`);
    expect(quotes(MAX_MARKDOWN_DEPTH - 1)).not.toThrow();
    expect(quotes(MAX_MARKDOWN_DEPTH)).toThrow(MarkdownError);
    // The failure has left no state in the converter.
    expect(toHtml('*a*')).toBe('<p><em>a</em></p>');
  });
});

it('tags are stripped in a time that is linear in the length of the HTML', () => {
  const time = (length: number) => {
    const html = '<'.repeat(length);
    const start = performance.now();
    for (let times = 0; times < 20; times += 1) expect(stripTags(html)).toBe(html);
    return performance.now() - start;
  };
  time(1_000);
  // 16 times the length: 256 times the time, were it quadratic.
  expect(time(160_000)).toBeLessThan((time(10_000) + 1) * 100);
});

describe('a YAML file', () => {
  const flow = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;
  const aliases = Array.from({ length: 20 }, (_, index) =>
    index === 0 ? 'a0: &a0 [x, x, x]' : `a${index}: &a${index} [*a${index - 1}, *a${index - 1}, *a${index - 1}]`,
  ).join('\n');

  it.each([
    ['lists in brackets', flow(100_000), '1:32', `nested deeper than ${MAX_YAML_DEPTH} levels`],
    ['fields in braces', '{a: '.repeat(100_000), '1:122', `nested deeper than ${MAX_YAML_DEPTH} levels`],
    ['lists in lines', '- '.repeat(100_000), '1:65', `nested deeper than ${MAX_YAML_DEPTH} levels`],
    [
      'lists below one another',
      Array.from({ length: 900 }, (_, index) => `${' '.repeat(index)}-`).join('\n'),
      '33:33',
      `nested deeper than ${MAX_YAML_DEPTH} levels`,
    ],
    ['aliases of aliases', aliases, '1:1', 'aliases (*) that stand for too much: expected at most 500000 values'],
    ['an alias of itself', 'a: &a [*a]', '1:1', 'aliases (*) that stand for too much: expected at most 500000 values'],
    ['more bytes than are read', 'a'.repeat(MAX_FILE_BYTES + 1), '1:1', 'larger than 500,000 bytes: divide it'],
  ])('with %s affects itself only', async (_, text, place, message) => {
    const files = ['faq.yaml', 'home.yaml', 'report.yaml'];
    const { faults, names, content } = await load({
      ...Object.fromEntries(files.map((file) => [file, text])),
      'blogs/deep.md': `---\n${text}\n---\nText.\n`,
    });
    const [line, column] = place.split(':').map(Number);
    const inFrontMatter = `${(line ?? 0) + (message.startsWith('larger') ? 0 : 1)}:${column}`;
    expect(faults.sort()).toEqual(
      [...files.map((file) => `${file}:${place}: ${message}`), `blogs/deep.md:${inFrontMatter}: ${message}`].sort(),
    );
    expect(names).toEqual(['One', 'Two']);
    expect(content.site?.name).toBe('Folder Trust');
    expect(content.sliders).toHaveLength(1);
  });

  it('may have aliases', async () => {
    const { faults, content } = await load({
      'faq.yaml':
        '- { id: 1, question: Why?, answer: So., category: &c { slug: a, name: A } }\n- { id: 2, question: How?, answer: So., category: *c }\n',
    });
    expect(faults).toEqual([]);
    expect(content.faq[1]?.category).toEqual({ slug: 'a', name: 'A' });
  });
});

describe('what cannot be read', () => {
  it('affects itself only: a folder, a link to itself or to nowhere, a pipe, a file that is not UTF-8', async () => {
    folder = await makeFolder({
      ...validFiles,
      'blogs/latin.md': Buffer.from('---\nid: 5\nname: Caf\xe9\n---\nText\n', 'latin1'),
      'downloads.yaml': Buffer.from([0xff, 0xfe, 0x2d, 0x00]),
    });
    const path = (name: string) => join(folder?.dir ?? '', name);
    await mkdir(path('blogs/folder.md'));
    await symlink('loop.md', path('blogs/loop.md'));
    await symlink('none.md', path('blogs/nowhere.md'));
    execFileSync('mkfifo', [path('blogs/pipe.md'), path('faq.yaml')]);
    await writeFile(path('news'), 'a file');
    await symlink('notice', path('notice'));
    await symlink('report.yaml', path('report.yaml'));
    await symlink('pipe', path('media/pipe.jpg'));
    execFileSync('mkfifo', [path('media/pipe')]);
    await mkdir(path('sliders.yaml.d'));
    await rm(path('sliders.yaml'));
    await mkdir(path('sliders.yaml'));
    const { faults, names } = await read(folder.dir);
    expect(faults.sort()).toEqual([
      'blogs/folder.md:1:1: expected a file, this is a folder',
      'blogs/latin.md:3:10: not UTF-8: save the file as UTF-8',
      'blogs/loop.md:1:1: a link that leads to itself',
      'blogs/nowhere.md:1:1: there is no such file, or it is a link that leads nowhere',
      'blogs/pipe.md:1:1: expected a file, this is a device or a pipe',
      'downloads.yaml:1:1: not UTF-8: save the file as UTF-8',
      'downloads.yaml:1:4: not YAML: a null byte: not a text file, or not UTF-8',
      'faq.yaml:1:1: expected a file, this is a device or a pipe',
      'news:1:1: expected a folder, this is a file',
      'notice:1:1: a link that leads to itself',
      'report.yaml:1:1: a link that leads to itself',
      'sliders.yaml.d:1:1: not a known content file: did you mean sliders.yaml?',
      'sliders.yaml:1:1: expected a file, this is a folder',
    ]);
    expect(names).toEqual(['Caf\uFFFD', 'One', 'Two']);
  });

  it('is shown in its last valid version until it can be read again', async () => {
    folder = await makeFolder({ ...validFiles, 'faq.yaml': '- { id: 1, question: Why?, answer: So. }\n' });
    const { dir } = folder;
    const content = openContent({ dir, timeZone });
    const load = async () => {
      const { content: held, faults } = await content.load();
      return {
        blogs: held.blogs.map(({ name }) => name),
        faq: held.faq.length,
        site: held.site?.name,
        faults: faults.length,
      };
    };
    const complete = { blogs: ['One', 'Two'], faq: 1, site: 'Folder Trust', faults: 0 };
    expect(await load()).toEqual(complete);
    await rm(join(dir, 'blogs'), { recursive: true });
    await writeFile(join(dir, 'blogs'), 'a file');
    for (const file of ['faq.yaml', 'site.yaml']) {
      await rm(join(dir, file));
      await mkdir(join(dir, file));
    }
    expect(await load()).toEqual({ ...complete, faults: 3 });
    await rm(dir, { recursive: true });
    expect(await load()).toEqual({ ...complete, faults: 1 });
    await mkdir(dir);
    expect(await load()).toEqual({ ...complete, faults: 1 });
    await folder.write({ ...validFiles, 'faq.yaml': '- { id: 1, question: Why?, answer: So. }\n' });
    expect(await load()).toEqual(complete);
    await rm(join(dir, 'site.yaml'));
    await rm(join(dir, 'faq.yaml'));
    expect(await load()).toEqual({ ...complete, faq: 0, faults: 1 });
  });

  it('has at most fifty listed faults in one file', async () => {
    const fields = Array.from({ length: 3_000 }, (_, index) => `field${index}: x`).join('\n');
    const { faults } = await load({
      'home.yaml': fields,
      'faq.yaml': '- { question: Why? }\n'.repeat(3_000),
      'blogs/tabs.md': `---\nname: A\n${'\tx: y\n'.repeat(492)}---\n`,
    });
    const of = (file: string) => faults.filter((fault) => fault.startsWith(file));
    expect(of('home.yaml')).toHaveLength(51);
    expect(of('home.yaml').at(-1)).toMatch(/: 2950 more faults in this file$/);
    expect(of('faq.yaml')).toHaveLength(51);
    expect(of('blogs/tabs.md')).toEqual(['blogs/tabs.md:3:1: not YAML: a tab: YAML is indented with spaces']);
  });
});
