import { afterEach, describe, expect, it } from 'vitest';
import { type Folder, makeFolder, validFiles } from '../../../tests/support/folder.ts';
import { openContent } from '../src/content-store.ts';
import { faultText } from '../src/faults.ts';

/* Invalid parts are dropped one by one, and of two items with one id the newer. */

let folder: Folder;
afterEach(() => folder.remove());

async function open(files: Record<string, string>) {
  folder = await makeFolder({ ...validFiles, ...files });
  const content = openContent({ dir: folder.dir, timeZone: 'Asia/Kathmandu' });
  return async (changed: Record<string, string> = {}) => {
    await folder.write(changed);
    const loaded = await content.load();
    return { ...loaded.content, faults: loaded.faults.map(faultText), unusable: loaded.fatalFaults };
  };
}
const load = async (files: Record<string, string>) => (await open(files))();

describe('an invalid optional part', () => {
  it('of site.yaml is dropped, and the rest is shown', async () => {
    const { site, faults, unusable } = await load({
      'site.yaml': `name: Folder Trust
tagline: [a list]
logo: { alt: no location }
menu:
  - { label: Blogs, href: /blogs }
  - { label: Script, href: "javascript:alert(1)" }
  - { href: /news }
  - { label: About, children: [{ label: Bad }, { label: Profile, href: /profile }] }
footer: none
phones: ["+977-1", { number: 2 }]
alert: { text: Closed., href: /contact, level: urgent }
acent: "#123456"
`,
    });
    expect(site).toEqual({
      name: 'Folder Trust',
      menu: [
        { label: 'Blogs', href: '/blogs', children: [] },
        { label: 'Script', children: [] },
        { label: 'About', children: [{ label: 'Profile', href: '/profile' }] },
      ],
      footer: [],
      phones: ['+977-1'],
      emails: [],
      forms: [],
      social: [],
      alert: { text: 'Closed.', href: '/contact' },
    });
    expect(faults).toEqual([
      expect.stringMatching(/^site\.yaml:2:10: tagline: /),
      'site.yaml:3:7: logo.location: is missing',
      expect.stringMatching(/^site\.yaml:6:28: menu\.1\.href: Expected an http/),
      'site.yaml:7:5: menu.2.label: is missing',
      'site.yaml:8:32: menu.3.children.0.href: is missing',
      'site.yaml:9:9: footer: Expected a list',
      expect.stringMatching(/^site\.yaml:10:20: phones\.1: /),
      expect.stringMatching(/^site\.yaml:11:48: alert\.level: /),
      'site.yaml:12:8: acent: not a known field: did you mean accent?',
    ]);
    expect(unusable).toEqual([]);
  });

  it('of an item is dropped, and the item is shown', async () => {
    const { blogs, career, contact, faults } = await load({
      'blogs/one.md':
        '---\nid: [1]\nname: One\ncategory: { slug: news }\nupdated_at: soon\nfiles: [{ location: /media/hill.svg, width: wide }]\n---\nText.\n',
      'career/a b.md': '---\nid: 4\nname: Cashier\nopenings: many\n---\n',
      'contact.yaml': 'phones: "+977"\nlatitude: north\naddress: Kathmandu\n',
    });
    expect(blogs[0]).toMatchObject({ id: 'one', slug: 'one', name: 'One', files: [{ height: 32 }] });
    expect([blogs[0]?.category, blogs[0]?.updated_at, blogs[0]?.files[0]?.width]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    expect(career).toMatchObject([{ id: '4', name: 'Cashier' }]);
    expect([career[0]?.slug, career[0]?.openings]).toEqual([undefined, undefined]);
    expect(contact).toMatchObject({ address: 'Kathmandu', phones: [] });
    expect(contact?.latitude).toBeUndefined();
    expect(faults.map((fault) => `${fault.split(': ', 2).join(': ')}:`)).toEqual([
      'blogs/one.md:2:5: id:',
      'blogs/one.md:6:45: files.0.width:',
      'blogs/one.md:5:13: updated_at:',
      'blogs/one.md:4:11: category.name:',
      'career/a b.md:4:11: openings:',
      "career/a b.md:2:1: the file's name:",
      'contact.yaml:1:9: phones:',
      'contact.yaml:2:11: latitude:',
    ]);
  });

  it('never shows an item before its publication', async () => {
    const { blogs, news, faq, faults } = await load({
      'blogs/one.md': '---\nid: 1\nname: One\npublished_at: tomorrow\n---\n',
      'news/one.md': '---\nid: 1\nname: One\ndraft: perhaps\n---\n',
      'faq.yaml': '- { id: 1, question: Why?, answer: So., published_at: 2027-13-01 }\n',
    });
    expect(blogs.map(({ name }) => name)).toEqual(['Two']);
    expect([news, faq]).toEqual([[], []]);
    expect(faults).toHaveLength(3);
  });
});

describe('a field that looks as if it held an item back', () => {
  const hidden = [
    ...[
      'Draft: true',
      'DRAFT: true',
      'darft: true',
      'drafft: yes',
      'is_draft: true',
      '"draft ": true',
      'draft: "true"',
      'draft:',
      'draft: 0',
    ],
    ...[
      'published: false',
      'Published: "no"',
      'publish: 0',
      'public: false',
      'visible: false',
      'active: off',
      'is-active: 0',
    ],
    ...[
      'status: draft',
      'Status: Pending',
      'state: hidden',
      'visibility: private',
      'hidden: true',
      'hiden: true',
      'private: yes',
      'unpublished: 1',
      'publshed: false',
      'pubished: no',
      'review: true',
      'ready: false',
    ],
    ...[
      'Published_at: 2100-01-01',
      'publishd_at: 2100-01-01',
      'publishedAt: 2100-01-01',
      'publish_date: 2100-01-01',
      'published on: 2100-01-01',
      'scheduled_for: 2100-01-01',
      'valid_from: 2100-01-01',
    ],
    ...[
      'expires_at: soon',
      'Expires_at: 2024-01-01',
      'expire_at: 2024-01-01',
      'unpublish_date: 2024-01-01',
      'expiry: 2024-01-01',
      'valid_until: 2024-01-01',
    ],
    ...['मस्यौदा: true', 'प्रकाशित: false', 'प्रकाशन मिति: 2100-01-01', 'अवस्था: मस्यौदा'],
    ...['category: { slug: a, name: A, draft: true }', 'files: [{ location: /media/hill.svg, hidden: true }]'],
  ];
  it.each(hidden)('%s: hides it, with a fault that says what to write', async (field) => {
    const { notice, faq, blogs, faults } = await load({
      'notice/a.md': `---\nid: 1\nname: A\n${field}\n---\n`,
      'faq.yaml': field.includes('files')
        ? ''
        : `- id: 1\n  question: Why?\n  answer: So.\n  ${field}\n- { id: 2, question: How?, answer: So. }\n`,
      'blogs/one.md': '---\nid: 1\nname: One\n---\nText\n',
      'blogs/one.ne.md': `---\n${field}\n---\nपाठ\n`,
    });
    expect(notice).toEqual([]);
    expect(faq.map(({ id }) => id)).toEqual(field.includes('files') ? [] : ['2']);
    expect(blogs).toHaveLength(2);
    expect(faults.filter((fault) => fault.startsWith('notice/a.md:4:'))).toEqual([
      expect.stringMatching(/: (write|delete) |expected true or false|Expected a date/),
    ]);
  });

  it.each([
    'Draft: false',
    'published: true',
    'status: published',
    'hidden: no',
    'state: Bagmati',
    'publisher: Ann',
    'craft: Weaving',
    'privacy: A text',
  ])('%s: hides nothing, and is a fault', async (field) => {
    const { notice, faults } = await load({ 'notice/a.md': `---\nid: 1\nname: A\n${field}\n---\n` });
    expect(notice).toHaveLength(1);
    expect(faults).toEqual([expect.stringMatching(/^notice\/a\.md:4:.*: not a known field/)]);
  });

  it('says what to write instead', async () => {
    const { faults } = await load({
      'notice/a.md': '---\nid: 1\nname: A\nstatus: draft\nPublished_at: 2100-01-01\nexpiry: 2100-01-01\n---\n',
      'news/a.md': '---\nid: 1\nname: A\nexpiry: 2100-01-01\npublished: true\n---\n',
      'site.yaml': 'name: Folder Trust\nmenu: [{ label: A, href: /faq, hidden: true }]\nstatus: live\ndraft: true\n',
    });
    const hides = 'not a known field, though it looks as if it should hide this, which is not shown';
    expect(faults.sort()).toEqual([
      `news/a.md:4:9: expiry: ${hides}: this kind does not expire: delete the line, and write draft: true when it is over`,
      'news/a.md:5:12: published: not a known field: write draft: true, or draft: false',
      `notice/a.md:4:9: status: ${hides}: write draft: true, or draft: false`,
      `notice/a.md:5:15: Published_at: ${hides}: write published_at: 2027-01-15 09:00`,
      `notice/a.md:6:9: expiry: ${hides}: write expires_at: 2027-01-15`,
      `site.yaml:2:40: menu.0.hidden: ${hides}: delete this line, or the part that it is in`,
      'site.yaml:3:9: status: not a known field: delete this line, or the part that it is in',
      'site.yaml:4:8: draft: not a known field: the whole of this cannot be hidden',
    ]);
  });

  it('hides what was shown before, and the files that it names', async () => {
    const change = await open({
      'news/a.md': '---\nid: 1\nname: A\n---\nText\n',
      'contact.yaml': 'address: Kathmandu\n',
      'faq.yaml': '- { id: 1, question: Why?, answer: So. }\n',
    });
    expect((await change()).news).toHaveLength(1);
    const { news, contact, faq, site } = await change({
      'news/a.md': '---\nid: 1\nname: A\ndarft: true\n---\nText\n',
      'contact.yaml': 'address: Kathmandu\ndraft: true\n',
      'faq.yaml': '- { id: 1, question: Why?, answer: So., hidden: true }\n',
      'site.yaml':
        'name: Folder Trust\nstatus: draft\nmenu: [{ label: A, href: /faq, hidden: true }, { label: B, href: /faq }]\n',
    });
    expect([news, contact, faq]).toEqual([[], undefined, []]);
    expect(site?.menu.map(({ label }) => label)).toEqual(['B']);
  });
});

it('a translation that is hidden is not shown as it was before', async () => {
  folder = await makeFolder({
    ...validFiles,
    'news/a.md': '---\nid: 1\nname: A\n---\nText\n',
    'news/a.ne.md': '---\nname: क\n---\n',
  });
  const content = openContent({ dir: folder.dir, timeZone: 'Asia/Kathmandu', locales: ['en', 'ne'] });
  const names = async () => (await content.load()).editions.get('ne')?.news.map(({ name }) => name);
  expect(await names()).toEqual(['क']);
  await folder.write({ 'news/a.ne.md': '---\nname: क\nhidden: true\n---\n' });
  expect(await names()).toEqual(['A']);
});

describe('a language', () => {
  it('that is none is a fault, and the letters say it', async () => {
    const item = (name: string, lang: string) => `---\nname: ${name}\n${lang}---\nText\n`;
    const files = {
      'news/a.md': item('सूचना', 'lang: np\n'),
      'news/b.md': item('Urdu', 'lang: ur\n'),
      'news/c.md': item('सूचना', ''),
      'news/c.np.md': item('सूचना', ''),
      'news/d.md': item('D', 'lang: ne-NP\n'),
      'faq.np.yaml': '[]',
    };
    const { news, faults } = await load(files);
    expect(faults).toEqual([
      'news/a.md:3:7: lang: Expected the code of a language: ne for Nepali, en for English, or leave it out',
      'faq.np.yaml:1:1: the site has no language np: expected faq.en.yaml or faq.ne.yaml',
      'news/c.np.md:1:1: the site has no language np: expected c.en.md or c.ne.md',
    ]);
    expect(news.map(({ lang }) => lang)).toEqual(['ne', 'ur', 'ne', 'ne-NP']);
  });
});

it.each([
  ['news/new vat.md', 'name: A', /: the file's name: expected at most 100 letters .* not new vat: rename the file$/],
  [
    'news/a.md',
    'name: A\ndate: 2026-01-01',
    /: date: .*: write created_at for the day .*, or published_at for the time/,
  ],
  ['news/a.md', 'name: A\ntitle: B', /: title: not a known field: write name$/],
  ['news/a.md', 'name: A\nimage: /media/a.jpg', /: image: not a known field: write files$/],
  ['news/a.md', 'name: A\nauthor: Ann', /: author: not a known field: write created_by$/],
  [
    'news/a.md',
    'name: A\ncategory: [Prices]',
    /: category: expected fields such as { slug: prices, name: Prices }, not a list$/,
  ],
  [
    'career/a.md',
    'name: A\nopenings: 1,200',
    /: openings: expected a number of digits alone, without a comma or a unit: 1200$/,
  ],
  [
    'news/a.md',
    'name: A\nfiles: [{ location: "C:\\\\a\\\\b.jpg" }]',
    /not a file of this computer: put it into media\/, and write \/media\/ and its name$/,
  ],
  [
    'news/a.md',
    'name: A\n---\n```chart\ntype: pie\nfile: /media/a.csv\n```\nA',
    /: chart: type: not a type of chart: write share$/,
  ],
])('%s: %s: is said in words that help', async (file, fields, message) => {
  const { faults } = await load({ [file]: `---\n${fields}\n---\nText\n` });
  expect(faults).toEqual([expect.stringMatching(message)]);
});

describe('a file that was emptied', () => {
  it('is a fault, and what it showed stays until the file says something, or is deleted', async () => {
    const files = {
      'faq.yaml': '- { id: 1, question: Why?, answer: So. }\n',
      'contact.yaml': 'address: Kathmandu\n',
      'faq.ne.yaml': '- { id: 1, question: किन? }\n',
    };
    const change = await open(files);
    await change();
    const message = '1:1: there is nothing in this file: write what it should say, or delete it';
    for (const text of ['', '\n \n', '# Questions\n']) {
      const { faq, contact, faults } = await change({
        'faq.yaml': text,
        'contact.yaml': text,
        'redirects.yaml': text,
        'theme.yaml': text,
      });
      expect(faults).toEqual([`contact.yaml:${message}`, `faq.yaml:${message}`]);
      expect([faq.length, contact?.address]).toEqual([1, 'Kathmandu']);
    }
    const { faq, faults } = await change({ ...files, 'faq.yaml': '[]\n' });
    expect([faq, faults]).toEqual([[], []]);
  });

  it('shows nothing at the start', async () => {
    const { faq, faults } = await load({ 'faq.yaml': '' });
    expect([faq, faults]).toEqual([[], [expect.stringMatching(/^faq\.yaml:1:1: there is nothing/)]]);
  });
});

describe('a list', () => {
  const faq = (...answers: [id: number | string, answer: string][]) => ({
    'faq.yaml': answers.map(([id, answer]) => `- { id: ${id}, question: Why?, answer: ${answer} }\n`).join(''),
  });
  const answers = ({ faq }: { faq: { answer: string }[] }) => faq.map(({ answer }) => answer.replace(/<[^>]*>/g, ''));

  it('loses its invalid elements only', async () => {
    const { sliders, faults } = await load({
      'sliders.yaml':
        '- 1\n-\n- []\n- text\n- { id: 1, type: 1, title: First }\n- { id: {}, type: 1, title: Second }\n',
    });
    expect(sliders.map(({ title }) => title)).toEqual(['First', 'Second']);
    expect(faults.map((fault) => fault.split(':').slice(0, 3).join(':'))).toEqual([
      'sliders.yaml:1:3',
      'sliders.yaml:1:3',
      'sliders.yaml:3:3',
      'sliders.yaml:4:3',
      'sliders.yaml:6:9',
    ]);
  });

  it('shows a faulty element in its last valid version, and every other one in its new version', async () => {
    const change = await open(faq([1, 'one'], [2, 'two']));
    expect(answers(await change())).toEqual(['one', 'two']);
    const broken = await change(faq([1, '{}'], [2, 'zwei'], [3, 'drei']));
    expect(answers(broken)).toEqual(['one', 'zwei', 'drei']);
    expect(broken.faults).toEqual([expect.stringMatching(/^faq\.yaml:1:36: 0\.answer: /)]);
    expect(answers(await change({ 'faq.yaml': '- {' }))).toEqual(['one', 'zwei', 'drei']);
    expect(answers(await change(faq([2, 'zwei'], [4, '{}'])))).toEqual(['zwei']);
    expect(answers(await change(faq([1, '{}'], [2, 'zwei'])))).toEqual(['zwei']);
  });

  it('goes on showing the element that was served, wherever another one with its id is added', async () => {
    const change = await open(faq([1, 'one'], [2, 'two']));
    await change();
    const added = await change(faq([2, 'new'], [1, 'one'], [2, 'two']));
    expect(answers(added)).toEqual(['one', 'two']);
    expect(added.faults).toEqual(['faq.yaml:1:9: 0.id: 2 is already used by line 3']);
  });
});

describe('of two items with one id', () => {
  const news = (name: string, fields: string) => ({ [`news/${name}.md`]: `---\nid: 7\nname: ${name}\n${fields}---\n` });
  const names = ({ news }: { news: { name: string }[] }) => news.map(({ name }) => name);

  it.each([
    ['the older is shown', 'created_at: 2026-05-01\n', 'created_at: 2026-04-01\n', 'b'],
    [
      'the one published first is shown',
      'created_at: 2026-01-01\npublished_at: 2026-05-01\n',
      'created_at: 2026-04-01\n',
      'b',
    ],
    ['the one with a date is shown', '', 'created_at: 2026-04-01\n', 'b'],
    [
      'the first by its file name is shown if their dates are equal',
      'created_at: 2026-04-01\n',
      'created_at: 2026-04-01\n',
      'a',
    ],
  ])('%s at the start', async (_, a, b, shown) => {
    const loaded = await load({ ...news('a', a), ...news('b', b) });
    const [other] = ['a', 'b'].filter((name) => name !== shown);
    expect(names(loaded)).toEqual([shown]);
    expect(loaded.faults).toEqual([`news/${other}.md:2:5: id: 7 is already used by news/${shown}.md`]);
  });

  it('the one that was served is shown until it is removed, however old the other one is', async () => {
    const change = await open(news('b', 'created_at: 2026-05-01\n'));
    await change();
    const added = await change(news('a', 'created_at: 2025-01-01\n'));
    expect(names(added)).toEqual(['b']);
    expect(added.faults).toEqual(['news/a.md:2:5: id: 7 is already used by news/b.md']);
    const edited = await change({ 'news/b.md': '---\nid: 7\nname: edited\ncreated_at: 2026-06-01\n---\n' });
    expect(names(edited)).toEqual(['edited']);
    // Its last valid version has the id too.
    const broken = await change({ 'news/b.md': '---\nid: 7\n---\n' });
    expect(names(broken)).toEqual(['edited']);
    expect(broken.faults).toHaveLength(2);
    expect(names(await change({ 'news/b.md': '---\nid: 8\nname: other\n---\n' }))).toEqual(['a', 'other']);
  });
});

describe('a fault of syntax', () => {
  it.each([
    ['name: X\n\ttagline: Y\n', '2:1: not YAML: a tab: YAML is indented with spaces'],
    ['name: X\nalert:\n  text: Y\n\tlevel: info\n', '4:1: not YAML: a tab: YAML is indented with spaces'],
    [
      `name: X\nmenu:\n${'\t- { label: A, href: /a }\n'.repeat(492)}`,
      '3:1: not YAML: a tab: YAML is indented with spaces',
    ],
    ['name: X\nname: Y\n', '2:1: not YAML: this field is there twice'],
    ['name: "X\n', '2:1: not YAML: a quote that is not closed'],
    ['name: X\n tagline: Y\n', '2:9: not YAML: wrong indentation, or a value that holds a colon and needs quotes'],
    ['name: X: Y # z\n', '1:7: not YAML: a value that holds a colon needs quotes around all of it: name: "X: Y"'],
    ['name: @x\n', '1:7: not YAML: a value that begins with @ needs quotes around all of it: name: "@x"'],
    [
      'name: X\nkeywords:\n  - `y`\n',
      '3:5: not YAML: a value that begins with ` needs quotes around all of it: - "`y`"',
    ],
    ['name: [X\ntagline: Y\n', '1:7: not YAML: a value that begins with [ needs quotes around all of it: name: "[X"'],
    ['name: { a: @x }\n', '1:7: not YAML: a value within { } that begins with a sign, or holds a colon, needs quotes'],
    [
      `name: "Ten" isn't enough\n`,
      `1:7: not YAML: a value with text behind a closing quote needs quotes around all of it: name: '"Ten" isn''t enough'`,
    ],
    ['name: "C:\\x"\n', '1:12: not YAML: a \\ within double quotes: put the value in single quotes'],
    ['name:Test\ntagline: Y\n', '1:1: not YAML: expected name: Test'],
    ['name Test\ntagline: Y\n', '1:1: not YAML: expected name: Test'],
    ['name: X\n---\nname: Y\n', '2:1: not YAML: a second "---": expected only one'],
    ['name: &\n', '1:7: not YAML: a value that begins with & needs quotes around all of it: name: "&"'],
    ['name: *X\n', '1:7: not YAML: a value that begins with * needs quotes around all of it: name: "*X"'],
  ])('is one line for an editor (%#)', async (text, message) => {
    const { faults, unusable } = await load({ 'site.yaml': text });
    expect(faults).toEqual([expect.stringContaining(`site.yaml:${message}`)]);
    expect(unusable.map(faultText)).toEqual(faults);
  });
});

it.each(['C:\\a.jpg', 'file:///home/a.jpg', '\\\\server\\a.jpg'])(
  'says that %s is a file of a computer',
  async (location) => {
    const { faults } = await load({
      'news/a.md': `---\nname: A\ncreated_at: 2026-01-01\nfiles:\n  - location: ${location}\n---\n`,
    });
    expect(faults).toEqual([
      expect.stringContaining(
        'news/a.md:5:15: files.0.location: Expected an http(s) or site-relative address, not a file of this computer',
      ),
    ]);
  },
);

it.each([
  ['category: [Prices]', '4:11: category: expected fields such as { slug: prices, name: Prices }, not a list'],
  [
    'files: [/media/a.jpg]',
    '4:9: files.0: expected fields such as { location: /media/a.jpg, alt: What it shows }, not a text',
  ],
])('says all that is to be written for %s', async (line, message) => {
  const { faults } = await load({ 'news/a.md': `---\nname: A\ncreated_at: 2026-01-01\n${line}\n---\n` });
  expect(faults).toEqual([`news/a.md:${message}`]);
});
