import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { type Folder, makeFolder, validFiles } from '../../../tests/support/folder.ts';
import { loadContent, openContent } from '../src/content-store.ts';
import { faultText } from '../src/faults.ts';

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

  it('has as many redirects as a site that replaces another', async () => {
    const lines = Array.from({ length: 20_000 }, (_, index) => `- { from: /old/page-${index}.html, to: /blogs/1 }\n`);
    const { content, faults } = await load({ 'redirects.yaml': lines.join('') });
    expect(faults).toEqual([]);
    expect(content.redirects).toHaveLength(20_000);
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

describe('a picture of a text', () => {
  it.each([
    [
      'alone',
      '![A](/media/hill.svg "B")',
      '<figure><img src="/media/hill.svg" alt="A" width="64" height="32"><figcaption>B</figcaption></figure>',
    ],
    [
      'in a link',
      '[![A](/media/hill.svg "B")](/contact)',
      '<figure><a href="/contact"><img src="/media/hill.svg" alt="A" width="64" height="32"></a><figcaption>B</figcaption></figure>',
    ],
    [
      'in a sentence',
      'See ![A](/media/hill.svg "B") here',
      '<p>See <img src="/media/hill.svg" alt="A" width="64" height="32" title="B"> here</p>',
    ],
  ])('is a figure if nothing stands beside it: %s', async (_, text, html) => {
    const { content } = await load({ 'blogs/one.md': `---\nname: One\n---\n${text}\n` });
    expect(content.blogs[0]?.description).toBe(html);
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
    ['site.yaml', 'name: X\ntagline: *Patient\n', [/^site\.yaml:\d+:\d+: not YAML: .*begins with \*/]],
    [
      'blogs/bad v1.md',
      '---\nname: Bad\n---\n',
      [/^blogs\/bad v1\.md:\d+:1: the file's name: expected at most 100 letters/],
    ],
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

  it.each([
    ['+9779851012345', '9779851012345'],
    ['014123456', '14123456'],
    ['007', '7'],
    ['083.10', '83.1'],
    ['12.50', '12.5'],
    ['100.00', '100'],
    ['-0', '0'],
    ['0o17', '15'],
    ['0x1F', '31'],
    ['12e5', '1200000'],
    ['.50', '0.5'],
    ['00977.1', '977.1'],
    ['12345678901234567890', '12345678901234567000'],
    ['9007199254740993', '9007199254740992'],
    ['.inf', 'Infinity'],
  ])(
    'is %s in a text: it is shown as it is written, though YAML takes it for another number',
    async (written, number) => {
      const message = `YAML takes ${written} for the number ${number}: put it in quotes: "${written}"`;
      const { content, faults } = await load({
        'contact.yaml': `address: ${written}\nphones: [01-5550100, ${written}]\n`,
        'services/a.md': `---\nname: A\nfees:\n  - { name: Fee, amount: ${written} }\n---\nText\n`,
        'faq.yaml': `- { id: 1, question: Why?, answer: So. }\n- id: 2\n  question: ${written}\n  answer: So.\n`,
      });
      expect(content.contact).toMatchObject({ address: written, phones: ['01-5550100', written] });
      expect(content.services).toMatchObject([{ fees: [{ amount: written }] }]);
      expect(content.faq[1]?.question).toBe(written);
      expect(faults).toEqual(
        [
          `contact.yaml:1:10: address: ${message}`,
          `contact.yaml:2:22: phones.1: ${message}`,
          `faq.yaml:3:13: 1.question: ${message}`,
          `services/a.md:4:26: fees.0.amount: ${message}`,
        ].sort(),
      );
    },
  );

  it('is none where a number is read as another field wants it, in quotes, or in a text', async () => {
    const { content, faults } = await load({
      'bod/a.md':
        '---\nname: A\ndesignation: D\nrank: 01\nphone: "+9779851012345"\nqualifications: 12.50 and more\n---\n',
      'contact.yaml': 'latitude: 27.70\nlongitude: +85.30\nphones: [9779851012345, 4100]\n',
      'companyInfo.yaml': 'legal_name: A\nregistration_no: 7123\nshareholders: [{ name: Public, percent: 51.00 }]\n',
    });
    expect(faults).toEqual([]);
    expect(content.bod).toMatchObject([{ rank: 1, phone: '+9779851012345' }]);
    expect(content.contact).toMatchObject({ latitude: 27.7, longitude: 85.3, phones: ['9779851012345', '4100'] });
  });

  it('is a number with a comma that YAML divides, and a word that is none', async () => {
    const { faults } = await load({
      'contact.yaml': 'phones: [3,900, 4,100, 1,00,000, 5, 12,34]\n',
      'services/a.md': '---\nname: A\nfees: [{ name: Fee, amount: 1,200 }]\n---\nText\n',
      'blogs/a.md': '---\nname: true\n---\nText\n',
    });
    const divided = (number: string) => `YAML divides ${number} at its comma: put it in quotes: "${number}"`;
    expect(faults.sort()).toEqual([
      'blogs/a.md:2:7: name: expected a text, not true or false: put it in quotes',
      `contact.yaml:1:10: phones.0: ${divided('3,900')}`,
      `contact.yaml:1:17: phones.2: ${divided('4,100')}`,
      `contact.yaml:1:24: phones.4: ${divided('1,00,000')}`,
      'services/a.md:3:31: fees.0.200: not a known field: a number with a comma needs quotes: "1,200"',
    ]);
  });

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

describe('a link', () => {
  const BLOG = '---\nname: Linked\n---\nText\n';
  it('that leads out of the folder is a fault, and nothing behind it is read', async () => {
    const outside = await makeFolder({
      'a.md': BLOG,
      'faq.yaml': '- { id: 1, question: Why?, answer: So. }\n',
      'contact.yaml': 'address: Elsewhere\n',
      'data.csv': 'Year,Cash\n2080,7\n',
      'a.svg': validFiles['media/hill.svg'],
      'news/a.md': BLOG,
    });
    folder = await makeFolder({
      ...validFiles,
      'blogs/chart.md': '---\nname: Chart\n---\n```chart\ntype: bar\nfile: /media/data.csv\n```\n![A](/media/a.svg)\n',
    });
    const links = {
      'blogs/x.md': 'a.md',
      'faq.yaml': 'faq.yaml',
      'contact.yaml': 'contact.yaml',
      news: 'news',
      'media/data.csv': 'data.csv',
      'media/a.svg': 'a.svg',
    };
    for (const [from, to] of Object.entries(links)) await symlink(join(outside.dir, to), join(folder.dir, from));
    await symlink('nowhere.md', join(folder.dir, 'blogs/none.md'));
    const { content, texts, faults } = await loadContent({ dir: folder.dir, timeZone: 'Asia/Kathmandu' });
    await outside.remove();
    const leadsOut = 'a link that leads out of the content folder: put what it leads to there';
    expect(faults.map(faultText).sort()).toEqual([
      `blogs/chart.md:6:7: chart: file: /media/data.csv: ${leadsOut}`,
      'blogs/none.md:1:1: there is no such file, or it is a link that leads nowhere',
      `blogs/x.md:1:1: ${leadsOut}`,
      `contact.yaml:1:1: ${leadsOut}`,
      `faq.yaml:1:1: ${leadsOut}`,
      `news:1:1: ${leadsOut}`,
    ]);
    expect([content.faq, content.contact, content.news]).toEqual([[], undefined, []]);
    expect(content.blogs.map(({ name }) => name)).toEqual(['Chart', 'One', 'Two']);
    expect(texts.htmlOf(content.blogs[0] ?? {})).toContain('<img src="/media/a.svg" alt="A">');
  });

  it('inside the folder, or to the folder itself, is followed', async () => {
    folder = await makeFolder({ ...validFiles, '..data/a.md': BLOG, '..data/contact.yaml': 'address: Here\n' });
    await symlink('../..data/a.md', join(folder.dir, 'blogs/x.md'));
    await symlink('..data/contact.yaml', join(folder.dir, 'contact.yaml'));
    const current = await makeFolder({});
    await symlink(folder.dir, join(current.dir, 'current'));
    const { content, faults } = await loadContent({ dir: join(current.dir, 'current'), timeZone: 'Asia/Kathmandu' });
    await current.remove();
    expect(faults).toEqual([]);
    expect(content.contact?.address).toBe('Here');
    expect(content.blogs.map(({ name }) => name)).toContain('Linked');
  });
});
