import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { examples } from '../../../tests/support/extents.ts';
import { makeFolder, validFiles } from '../../../tests/support/folder.ts';
import { sourceData } from '../../../tests/support/source.ts';
import type { Locales } from '../../model/src/edition.ts';
import { sourceOf } from '../src/answers.ts';
import { type LoadedContent, loadContent, openContent } from '../src/content-store.ts';
import { FAULTS_PER_FILE } from '../src/faults.ts';
import { prepareSearch } from '../src/prepare-search.ts';

/*
 * Whatever one file holds: the folder is read, every other file is shown, and each fault says where it is. The seed is
 * fixed: a run that fails fails again.
 */

const SEED = 20_270_115;
const TIMEOUT_MS = 120_000;
const timeZone = 'Asia/Kathmandu';

/** One file of each kind, without faults. */
const VALID: Record<string, string> = {
  'site.yaml':
    'name: Folder Trust\ntagline: "Plain: and short"\nmenu:\n  - { label: Blogs, href: /blogs, children: [{ label: One, href: /blogs/1 }] }\nalert: { text: Closed., level: info }\nphones: ["+977-1", "+977-2"]\nsecurity: |\n  Contact: mailto:a@example.org\n  Expires: 2027-12-31T18:15:00Z\n',
  'blogs/x.md':
    '---\nid: 30\nname: Changed\nsummary: A summary.\ncreated_at: 2026-03-05 10:00:00\ncategory: { slug: c, name: C }\nfiles:\n  - { location: /media/hill.svg, alt: A hill }\ntags: [a, b]\n---\n## A heading\n\nText with *emphasis*, **strong _both_** and [a link](/blogs/1).\n\n> - a\n>   1. b\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n![A hill](/media/hill.svg "Below") <b>HTML</b> `code`\n',
  'faq.yaml':
    '- { id: 1, question: Why?, answer: "So *it* is." }\n- id: 2\n  question: How?\n  answer: |\n    - one\n    - two\n  category: &c { slug: a, name: A }\n- { id: 3, question: Who?, answer: We., category: *c }\n',
};
const files = Object.keys(VALID);
/** Translations of them, without faults. */
const TRANSLATIONS: Record<string, string> = {
  'site.ne.yaml': 'name: फोल्डर ट्रस्ट\nmenu: [{ label: ब्लग, href: /blogs }]\n',
  'blogs/x.ne.md': '---\nname: फेरिएको\nsummary: सार।\ncategory: { slug: c, name: ग }\n---\nपाठ *यहाँ*।\n',
  'faq.ne.yaml': '- { id: 2, question: कसरी? }\n- { id: 1, question: किन?, answer: यसरी। }\n',
};
const locales: Locales = ['en', 'ne'];

/** Pieces of text with a meaning to a parser. */
const piece = fc.oneof(
  fc.constantFrom(
    ...'- |* |> |# |_|**|`|[|](|)|{|}|<|<!--|</|!|!!|&a |*a|: |: |?|? |,|"|\'|\\|%|@|\t|\n|\n\n|\n---\n|\n...\n|---|    |  |null|~|1|-1|1e999|.nan|true|2026-02-30|/media/hill.svg|javascript:x|__proto__|constructor|id: 1\n|draft: true\n|\r\n|\r|\0|\uFEFF|\u0085|\u2028|\uD800|ः|😀'.split(
      '|',
    ),
    '|',
    '|a',
  ),
  fc.string({ maxLength: 5 }),
);
const pieces = fc
  .tuple(fc.array(piece, { minLength: 1, maxLength: 4 }), fc.oneof(fc.constant(1), fc.nat({ max: 400 })))
  .map(([parts, times]) => parts.join('').repeat(times));
const edits = fc.array(fc.record({ at: fc.nat({ max: 999 }), removed: fc.nat({ max: 30 }), added: pieces }), {
  minLength: 1,
  maxLength: 4,
});
const changed = (text: string) =>
  edits.map((edits) =>
    edits.reduce((text, { at, removed, added }) => {
      const start = Math.floor((text.length * at) / 1_000);
      return text.slice(0, start) + added + text.slice(start + removed);
    }, text),
  );

/** Well-formed YAML (JSON is YAML) that no schema accepts. */
const field = fc.constantFrom(
  ...'id slug name summary description files location width created_at published_at created_by category tags draft menu label href children footer phones alert text level logo question answer __proto__'.split(
    ' ',
  ),
);
const { value } = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.jsonValue({ maxDepth: 0 }),
    fc.constantFrom('2026-02-03', '/blogs/1', '/media/hill.svg', 'A *word*'),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(field, tie('value'), { maxKeys: 5 }),
  ),
}));
const shaped: Record<string, fc.Arbitrary<string>> = {
  'site.yaml': fc.dictionary(field, value, { maxKeys: 8 }).map((fields) => JSON.stringify(fields)),
  'blogs/x.md': fc
    .dictionary(field, value, { maxKeys: 8 })
    .map((fields) => `---\n${JSON.stringify(fields)}\n---\nText.\n`),
  'faq.yaml': fc.array(value, { maxLength: 6 }).map((elements) => JSON.stringify(elements)),
};

const CALLS = ['site', 'home', 'blogs', 'blogs?search=text', 'faq', 'page', 'sliders'];

/** Loads a folder with each of the given contents in one file: as at the start of the server, and while the folder is served. */
async function checkAll(file: string, contents: fc.Arbitrary<string | Uint8Array>, numRuns: number) {
  const translation = TRANSLATIONS[file];
  const valid = translation ?? VALID[file] ?? '';
  const folder = await makeFolder({ ...validFiles, ...VALID, [file]: valid });
  const options = { dir: folder.dir, timeZone, ...(translation !== undefined && { locales }) };
  const running = openContent(options);
  const run = async (content: string | Uint8Array) => {
    await folder.write({ [file]: valid });
    await running.load();
    await folder.write({ [file]: Buffer.from(content) });
    const lines = Buffer.from(content).toString().split('\n').length;
    const start = await check(file, lines, await loadContent(options));
    // An item with the id of another one, and an older date, is shown in its place.
    if (!start.isTaken) expect(start.names).toEqual(expect.arrayContaining(['One', 'Two']));
    const later = await check(file, lines, await running.load());
    expect(later.names).toEqual(expect.arrayContaining(['One', 'Two']));
    expect(later.site?.name).toBeTruthy();
  };
  try {
    await fc.assert(fc.asyncProperty(contents, run), { seed: SEED, numRuns: examples(numRuns) });
  } finally {
    await folder.remove();
  }
}

async function check(file: string, lines: number, loaded: LoadedContent) {
  const { content, fatalFaults } = loaded;
  const faults = [...loaded.faults, ...(await prepareSearch(loaded))];
  const isTaken = faults.some(({ message }) => message.includes('is that of'));
  for (const fault of faults) {
    if (!isTaken) expect(fault.file).toBe(file);
    expect([Number.isInteger(fault.line), Number.isInteger(fault.column)]).toEqual([true, true]);
    expect(Math.min(fault.line, fault.column)).toBeGreaterThanOrEqual(1);
    if (fault.file === file) expect(fault.line).toBeLessThanOrEqual(lines + 1);
    expect(fault.message).not.toBe('');
  }
  expect(faults.length).toBeLessThanOrEqual(FAULTS_PER_FILE + 2);
  for (const call of CALLS) {
    if (call === 'site' && fatalFaults.length > 0) continue;
    for (const locale of loaded.editions.keys())
      expect(
        await sourceData(
          sourceOf(() => loaded, ['en', 'ne'], { timeZone: 'Asia/Kathmandu' }),
          call,
          locale === 'en' ? undefined : locale,
        ),
      ).toBeDefined();
  }
  expect(content.virtues).toMatchObject([{ name: 'Honesty' }]);
  expect(content.home?.awareness?.name).toBe('Aware');
  if (file !== 'faq.yaml') expect(content.faq).toHaveLength(3);
  if (file !== 'site.yaml') expect(content.site?.name).toBe('Folder Trust');
  return { isTaken, site: content.site, names: content.blogs.map(({ name }) => name) };
}

describe.each([...files, ...Object.keys(TRANSLATIONS)])('%s', { tags: ['properties'], timeout: TIMEOUT_MS }, (file) => {
  it('may contain any bytes', () => checkAll(file, fc.uint8Array({ maxLength: 2_000 }), 8));

  it('may be mistyped in any way', () => checkAll(file, changed(TRANSLATIONS[file] ?? VALID[file] ?? ''), 20));

  it('may contain any values', () => checkAll(file, shaped[file.replace('.ne.', '.')] ?? fc.constant(''), 15));
});
