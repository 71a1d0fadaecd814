import { afterEach, describe, expect, it } from 'vitest';
import { loadContent, openContent } from '../../../server/content-folder/content-store.ts';
import { faultText } from '../../../server/content-folder/faults.ts';
import { type Folder, makeFolder, validFiles } from '../../support/folder.ts';

let folder: Folder;
afterEach(() => folder.remove());

const load = async (files: Record<string, string>) => {
  folder = await makeFolder({ ...validFiles, ...files });
  const { content, texts, faults } = await loadContent({ dir: folder.dir, timeZone: 'Asia/Kathmandu' });
  const blogs = content.blogs.map((blog) => texts.forDetail(blog));
  return { content: { ...content, blogs }, faults: faults.map(faultText) };
};

describe('a content folder', () => {
  it('is read completely', async () => {
    const { content, faults } = await load({});
    expect(faults).toEqual([]);
    expect(content.site?.name).toBe('Folder Trust');
    expect(content.home?.communications?.description).toBe('<p>A <strong>bold</strong> word.</p>');
    expect(content.blogs).toMatchObject([
      {
        id: '1',
        slug: 'one',
        name: 'One',
        created_at: '2024-03-05T10:00:00+05:45',
        description: '<p>Text <em>one</em>.</p>',
      },
      { id: '2', slug: 'two', created_at: '2024-03-06T00:00:00+05:45' },
    ]);
  });

  it.each([
    ['not there', '/none', /^there is no such folder: "npm run new -- \/.+\/none" writes a new one/],
    ['empty', '', /^the folder is empty: "npm run new -- \/.+" writes a new one/],
    ['a file', undefined, /^expected a folder, this is a file$/],
  ])('that is %s is a fault', async (_, path, message) => {
    folder = await makeFolder({});
    const dir = path === undefined ? 'package.json' : folder.dir + path;
    const { faults, fatalFaults } = await loadContent({ dir, timeZone: 'Asia/Kathmandu' });
    expect(faults).toEqual([{ file: '.', line: 1, column: 1, message: expect.stringMatching(message) }]);
    expect(fatalFaults).toEqual(faults);
  });

  it('may name an image that no address can', async () => {
    const { content, faults } = await load({
      'sliders.yaml': '- { type: 1, title: A, files: [{ location: /media/100%.jpg }] }\n',
    });
    expect(faults).toEqual([]);
    expect(content.sliders).toHaveLength(1);
  });

  it('may contain only a name', async () => {
    folder = await makeFolder({ 'site.yaml': 'name: X\n' });
    const { content, faults } = await loadContent({ dir: folder.dir, timeZone: 'Asia/Kathmandu' });
    expect(faults).toEqual([]);
    content.site = undefined;
    const held = Object.values(content).flat();
    expect(held.filter((value) => value !== undefined)).toEqual([]);
  });

  it('adds the dimensions of its images', async () => {
    const { content } = await load({
      'sliders.yaml': '- { type: 1, title: A, files: [{ location: /media/hill.svg, alt: A hill }] }\n',
      'blogs/one.md': '---\nname: One\n---\n![A hill](/media/hill.svg "Seen at dawn")\n',
    });
    expect(content.sliders[0]?.files[0]).toMatchObject({ width: 64, height: 32, alt: 'A hill' });
    expect(content.blogs[0]?.description).toBe(
      '<figure><img src="/media/hill.svg" alt="A hill" width="64" height="32"><figcaption>Seen at dawn</figcaption></figure>',
    );
  });
});

describe('a fault', () => {
  it.each([
    [
      'blogs/bad.md',
      '---\nid: 3\ncreated_at: soon\n---\nText\n',
      [/^blogs\/bad\.md:2:1: name: is missing$/, /^blogs\/bad\.md:3:13: created_at: Expected a date/],
    ],
    ['blogs/bad.md', 'no front matter', [/^blogs\/bad\.md:1:1: no front matter/]],
    ['blogs/bad.md', '---\nname: "open\n---\n', [/^blogs\/bad\.md:\d+:\d+: not YAML/]],
    [
      'blogs/bad.md',
      '---\nname: Bad\ncreated_by: Ann\n---\n',
      [/^blogs\/bad\.md:3:13: created_by: .*expected fields/],
      true,
    ],
    [
      'blogs/bad.md',
      '---\nname: Bad\nautor: Ann\n---\n',
      [/^blogs\/bad\.md:3:8: autor: not a known field: expected one of id, slug, name/],
      true,
    ],
    [
      'blogs/bad.md',
      '---\nname: Bad\nfiles:\n  - location: "javascript:alert(1)"\n---\n',
      [/^blogs\/bad\.md:4:15: files\.0\.location: Expected an http/],
      true,
    ],
    [
      'sliders.yaml',
      '- { type: 1, title: A }\n- { type: 3, title: B }\n',
      [/^sliders\.yaml:2:11: 1\.type: expected 1 or 2$/],
    ],
    ['sliders.yaml', 'type: 1\n', [/^sliders\.yaml:1:1: expected a list/]],
    [
      'home.yaml',
      'virtue: { nam: X }\n',
      [
        /^home\.yaml:1:9: virtue\.name: is missing$/,
        /^home\.yaml:1:16: virtue\.nam: not a known field: did you mean name\?$/,
      ],
    ],
    [
      'home.yaml',
      'tasks:\n  - { label: A, href: /faq, icon: fone }\n',
      [/^home\.yaml:2:\d+: tasks\.0\.icon: .*expected one of "dividend"\|"account"/],
    ],
    ['site.yaml', 'tagline: X\n', [/^site\.yaml:1:1: name: is missing$/]],
    ['site.yaml', 'name: X\ntagline: *Patient\n', [/^site\.yaml:\d+:\d+: not YAML: .*alias/]],
    ['blogs/bad v1.md', '---\nname: Bad\n---\n', [/^blogs\/bad v1\.md:\d+:1: id: expected at most 100 letters/]],
    [
      'blogs/twice.md',
      '---\nname: Bad\nid: 1\n---\n',
      [/^blogs\/twice\.md:3:5: id: 1 is already used by blogs\/one\.md$/],
    ],
  ] as [file: string, text: string, expected: RegExp[], isShown?: boolean][])(
    'in %s is reported with its line and column, and the rest is served',
    async (file, text, expected, isShown = false) => {
      const { content, faults } = await load({ [file]: text });
      expect(faults).toEqual(expected.map((pattern) => expect.stringMatching(pattern)));
      expect(content.blogs.map(({ id }) => id)).toEqual(isShown ? ['bad', '1', '2'] : ['1', '2']);
      expect(content.virtues).toHaveLength(1);
      if (file === 'sliders.yaml' && text.startsWith('-')) expect(content.sliders).toHaveLength(1);
    },
  );

  it('leaves the last version of the file without faults', async () => {
    folder = await makeFolder(validFiles);
    const content = openContent({ dir: folder.dir, timeZone: 'Asia/Kathmandu' });
    await content.load();
    await folder.write({ 'blogs/one.md': '---\nid: 1\n---\n', 'site.yaml': 'name: [' });
    const second = await content.load();
    expect(second.faults).toHaveLength(2);
    expect(second.content.blogs.map(({ name }) => name)).toEqual(['One', 'Two']);
    expect(second.content.site?.name).toBe('Folder Trust');
    const third = await content.load();
    expect(third.content.blogs.map(({ name }) => name)).toEqual(['One', 'Two']);
  });
});
