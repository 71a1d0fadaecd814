import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { linkedSite } from '../../../server/linked-site.ts';
import { makeFolder } from '../../../tests/support/folder.ts';
import { readConfig } from '../../config/src/config.ts';
import { checkContent, readContent } from '../src/check-content.ts';
import { reports } from '../src/reports.ts';

/* A folder with one of each thing that editors do wrong, and what they are told about it. */

/** Fields or text of a file, and words of what is said about it. */
type Case = readonly [fields: string, body: string, ...said: RegExp[]];

const BOUNDED = `\`\`\`chart\n${'~'.repeat(50_000)}\n\`\`\``;
const items: Record<string, Case> = {
  // What could stop the site.
  'chart-of-one-line': ['', BOUNDED, /more than 5,000 characters above the CSV lines/],
  // Links out of the folder; the files are below.
  'linked-picture': [
    'files:\n  - { location: /media/out.jpg, alt: X }',
    '',
    /out\.jpg: a link that leads out of the content folder/,
  ],
  // Dates.
  'date-max': ['published_at: 9999-12-31T23:59:59Z', '', /within fifty years/],
  'date-min': ['published_at: 0001-01-01T00:00:00Z', '', /Expected a date/],
  'date-bs': ['published_at: 2083-08-01', '', /is 2026-11-17 AD/],
  'date-none': ['updated_at: soon', '', /Expected a date/],
  // Numbers.
  'number-name': ['summary: 014123456', '', /number 14123456: put it in quotes: "014123456"/],
  'number-in-list': ['tags: [1,000]', '', /divides 1,000 at its comma/],
  // Elements.
  iframe: ['', '<iframe src="https://x.example/a" title="F"></iframe>', /the iframe of https:\/\/x\.example/],
  video: ['', '<video src="/media/none.mp4"></video>', /none\.mp4: there is no such file/, /the <video> of/],
  pasted: ['', '![a](data:image/png;base64,iVBORw0)', /pasted into the text/],
  footnote: ['', 'Note[^1]', /\[\^1\]: footnotes/],
  input: ['', '<p><input name="a"></p>', /the <input>: left out/],
  drawing: ['', '<svg><path d="M0 0"/></svg>', /the <svg>: left out/],
  'other-origin': ['', '![b](https://other.example/a.jpg)', /not among MEDIA_ORIGINS/],
  unclosed: ['', '```\nunclosed', /has no end: close it with ```/],
  'cut-at-hash': ['summary: Plan #2 for all', '', /a comment to YAML/],
  // Gates.
  'gate-case': ['Draft: true', '', /which is not shown: write draft: true/],
  'gate-typo': ['darft: true', '', /which is not shown: write draft: true/],
  'gate-open': ['published: false', '', /which is not shown: write draft: true/],
  'gate-state': ['status: draft', '', /which is not shown: write draft: true/],
  'gate-date': ['Published_at: 2027-01-01', '', /which is not shown: write published_at/],
  // Languages.
  'lang-unknown': ['lang: np', '', /code of a language: ne for Nepali/],
  // Pictures and films.
  'picture-place': ['files:\n  - { location: /media/place.jpg, alt: X }', '', /says where it was taken/],
  'picture-cut': ['files:\n  - { location: /media/cut.jpg, alt: X }', '', /not complete: get it again/],
  'picture-small': ['files:\n  - { location: /media/small.jpg, alt: X }', '', /40 pixels wide/],
  'picture-heic': ['files:\n  - { location: /media/a.heic, alt: X }', '', /HEIC: save it as JPEG/],
  'picture-bmp': ['files:\n  - { location: /media/a.bmp, alt: X }', '', /BMP: save it as/],
  'picture-lfs': ['files:\n  - { location: /media/lfs.jpg, alt: X }', '', /git lfs pull/],
  'picture-case': ['files:\n  - { location: /media/Small.JPG, alt: X }', '', /no such file: did you mean small\.jpg\?/],
  'picture-without-alt': ['files:\n  - { location: /media/small.jpg }', '', /has no alt/],
  film: ['', '[Film](/media/film.webm)', /film\.webm: may say where/],
  // Categories.
  'category-a': ['category: { slug: c, name: One }', ''],
  'category-b': ['category: { slug: c, name: Two }', '', /the slug c has the name “One”/],
  'category-c': ['category: { slug: d, name: Two }', '', /the category “Two” has the slug c/],
  'category-text': ['category: Prices', '', /expected one of the ids in category\.yaml/],
  // Links.
  'link-dead': ['', '[gone](/news/none)', /no page has this address/],
  'link-moved': ['', '[old](/old)', /has moved to/],
  'link-space': ['', '[plan](my plan.pdf)', /an address with a space/],
  'link-mail': ['', '[mail](mailto:none)', /expected an e-mail address/],
  'link-phone': ['', '[call](tel:abc)', /expected a telephone number/],
  'file-elsewhere': ['files:\n  - { location: logo.png, alt: X }', '', /expected \/media\/logo\.png/],
  'file-of-computer': ["files:\n  - { location: 'C:\\a.jpg', alt: X }", '', /a file of this computer/],
  // Messages.
  'yaml-sign': ['tags: @x', '', /begins with @ needs quotes/],
  'yaml-colon': ['summary: Hours: ten', '', /holds a colon needs quotes/],
  'yaml-quote': ['summary: "Ten" is enough', '', /text behind a closing quote/],
  'field-title': ['title: A', '', /write name/],
  'field-date': ['date: 2024-01-01', '', /write created_at .* or published_at/],
  'chart-pie': ['', '```chart\ntype: pie\n\na,b\nc,1\n```', /write share/],
  'name of file': ['', '', /the file's name: /],
};

const files: Record<string, readonly [text: string | Buffer, ...said: RegExp[]]> = {
  'site.yaml': ['name: X\nmenu:\n  - { label: Dead, href: /nowhere }\n', /\/nowhere: no page has this address/],
  'contact.yaml': [
    'phones: [+9779851012345, "+977-1-5550100, see below"]\nemail: info@example.org\n',
    /number 9779851012345: put it in quotes/,
    /info@example\.org/,
  ],
  'department/a.md': [
    '---\nname: D\nphone: see below\nemail: a at b\n---\n',
    /no telephone number/,
    /no e-mail address/,
  ],
  'career/a.md': ['---\nname: C\nopenings: 1,200\ncreated_at: 2024-01-01\n---\n', /without a comma or a unit: 1200/],
  'notice/a.md': ['---\nname: N\nexpires_at: 2024-13-45\ncreated_at: 2024-01-01\n---\n', /expires_at: Expected a date/],
  'notice/undated.md': ['---\nname: N\nsummary: S\n---\nText.\n', /created_at: is missing/],
  'notice/no-front-matter.md': ['Text.\n', /no front matter/],
  'notice/latin.md': [Buffer.from('---\nname: caf\xe9\n---\n', 'latin1'), /not UTF-8/],
  'notice/in-nepali.md': [
    '---\nname: साधारण सभाको सूचना\ncreated_at: 2024-01-01\n---\nसभा यही महिनामा हुन्छ।\n',
    /in the language ne/,
  ],
  'notice/a.np.md': ['---\nname: क\n---\n', /no language np/],
  'faq.yaml': ['', /there is nothing in this file/],
  'faqs.yaml': ['- 1\n', /did you mean faq\.yaml\?/],
  'redirects.yaml': [
    [
      '/old/, to: /nowhere',
      'https://other.example/a, to: /news',
      '/o*d, to: /news',
      '/news, to: /notice',
      '/a, to: /a',
      '/media/x, to: /news',
      '"/x#y", to: /news',
      '/old, to: /news',
      '"/gone?x=1", gone: true',
    ]
      .map((redirect) => `- { from: ${redirect} }\n`)
      .join(''),
    /:1:3: to: \/nowhere: no page/,
    /:2:3: .* no address of this site/,
    /:3:3: .* expected \* at the end/,
    /:4:3: .* takes precedence/,
    /:5:3: .* leads back to itself/,
    /:6:3: .* the server answers such addresses itself/,
    /:7:3: .* browsers do not send/,
    /:8:3: .* an earlier redirect/,
    /:9:3: .* leads to one address/,
  ],
};

const picture = (width: number) => sharp({ create: { width, height: 500, channels: 3, background: '#456' } });

it('says one thing at least about each', async () => {
  const jpeg = await picture(1400).jpeg().toBuffer();
  const withPlace = await picture(1400)
    .withExif({ IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '27/1 42/1 0/1' } })
    .jpeg()
    .toBuffer();
  // More segments than are looked at.
  const segments = '\xff\xe0\0\x10JFIF\0\x01\x01\0\0\x01\0\x01\0\0\xff\xfe\0\x03x'.repeat(1_001);
  const item = ([fields, body]: Case, index: number) =>
    `---\nid: ${index}\nname: N\ncreated_at: 2024-01-01\n---\n`.replace(
      '\n---\n',
      () => `\n${fields && `${fields}\n`}---\n${body || 'Text.'}\n`,
    );
  const folder = await makeFolder({
    ...Object.fromEntries(Object.entries(files).map(([file, [text]]) => [file, text])),
    ...Object.fromEntries(
      Object.entries(items).map(([name, given], index) => [`news/${name}.md`, item(given, index + 1)]),
    ),
    'media/place.jpg': Buffer.concat([
      withPlace.subarray(0, 2),
      Buffer.from(segments, 'latin1'),
      withPlace.subarray(2),
    ]),
    'media/cut.jpg': jpeg.subarray(0, jpeg.length / 2),
    'media/small.jpg': await picture(40).jpeg().toBuffer(),
    'media/a.heic': '\0\0\0\x18ftypheic\0\0\0\0mif1heic',
    'media/a.bmp': 'BM123456789012',
    'media/lfs.jpg': 'version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\n',
    'media/film.webm': '\x1aE\xdf\xa3',
  });
  await symlink('/etc/hostname', join(folder.dir, 'media/out.jpg'));
  await symlink('/etc/hostname', join(folder.dir, 'news/linked.md'));
  await symlink('none.md', join(folder.dir, 'news/leads-nowhere.md'));
  const config = readConfig({ CONTENT_DIR: folder.dir });
  const { timeZone, locales } = config.site;
  const checked = await checkContent(await readContent({ dir: folder.dir, timeZone, locales }), config, linkedSite);
  const lines = reports.text('', checked).split('\n').filter(Boolean);
  await folder.remove();
  const expected = [
    ...Object.entries(items).map(([name, [, , ...said]]) => [`news/${name}.md`, said] as const),
    ...Object.entries(files).map(([file, [, ...said]]) => [file, said] as const),
    ['news/linked.md', [/a link that leads out of the content folder/]] as const,
    ['news/leads-nowhere.md', [/a link that leads nowhere/]] as const,
  ];
  const silent = expected.flatMap(([file, said]) => {
    const ofFile = lines.filter((line) => line.startsWith(`${file}:`));
    return said
      .filter((pattern) => !ofFile.some((line) => pattern.test(line)))
      .map((pattern) => [file, pattern, ofFile]);
  });
  expect(silent).toEqual([]);
  expect(new Set(lines).size).toBe(lines.length);
  if (process.env.PRINT_FINDINGS) console.info(lines.join('\n'));
});
