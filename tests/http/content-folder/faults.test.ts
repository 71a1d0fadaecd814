import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Folder, makeFolder, validFiles } from '../../support/folder.ts';
import { startSite } from '../../support/site.ts';

/* A folder with many faults at once: each is reported with its position, and the rest of the folder is served. */

/** Files, and the line and column of each fault in them with its message; a message that begins with ^ is a pattern. */
const FAULTY: Record<string, { text: string; faults: [line: number, column: number, message: string][] }> = {
  'site.yaml': {
    text: 'name: Folder Trust\ntagine: Plain\nmenu:\n  - { label: Blogs, href: /blogs }\n  - { label: Lost, href: /lost }\naccent: "#123456"\nlogo: { location: /media/none.svg }\n',
    faults: [
      [2, 9, 'tagine: not a known field: did you mean tagline?'],
      [5, 26, '/lost: no page has this address'],
      [7, 19, '/media/none.svg: there is no such file'],
    ],
  },
  'sliders.yaml': {
    text: '- { id: 1, type: 3, title: A }\n- { id: 2, type: 1 }\n- { id: 3, type: 1, title: B, files: [{ location: "javascript:alert(1)" }] }\n',
    faults: [
      [1, 18, '0.type: expected 1 or 2'],
      [2, 3, '1.title: is missing'],
      [3, 51, '2.files.0.location: Expected an http(s) or site-relative address'],
    ],
  },
  'faq.yaml': {
    text: '- { id: 1, question: Why?, answer: "See [this](/blogs/1) and [that](/blogs/99)." }\n- { id: 1, question: How?, answer: So. }\n- { id: 3, question: When? }\n- { id: 4, question: Who?, answer: We., draft: perhaps }\n',
    faults: [
      [1, 62, '/blogs/99: no page has this address'],
      [2, 9, '1.id: 1 is already used by line 1'],
      [3, 3, '2.answer: is missing'],
      [4, 48, '3.draft: expected true or false'],
    ],
  },
  'downloads.yaml': {
    text: '- id: 1\n  name: A\n  files:\n    - { location: /media/none.pdf, titel: X }\n',
    faults: [
      [4, 19, '/media/none.pdf: there is no such file'],
      [4, 43, '^0.files.0.titel: not a known field'],
    ],
  },
  'report.yaml': { text: 'id: 1\nname: A\n', faults: [[1, 1, 'expected a list: lines that begin with "- "']] },
  'contact.yaml': {
    text: 'phones: "+977"\nlatitude: north\n',
    faults: [
      [1, 9, 'phones: Expected a list'],
      [1, 9, '^+977: no telephone number'],
      [2, 11, '^latitude: '],
    ],
  },
  'companyInfo.yaml': { text: 'pan_no: 1\n', faults: [[1, 1, 'legal_name: is missing']] },
  'redirects.yaml': {
    text: '- { from: /a, to: /b }\n- { from: /b, to: /a }\n- { from: /c, to: /nowhere }\n- { from: /blogs, to: /news }\n- { from: /d }\n- { from: /e, to: /f }\n- { from: /f, to: /blogs }\n',
    faults: [
      [1, 3, 'to: /b leads back to itself'],
      [2, 3, 'to: /a leads back to itself'],
      [3, 3, 'to: /nowhere: no page has this address'],
      [4, 3, 'from: there is a page at /blogs, which takes precedence'],
      [5, 3, '^4: expected either "to: '],
      [6, 3, 'to: /f: this address has moved to /blogs'],
    ],
  },
  'news/one.md': {
    text: '---\nid: 7\nname: One\ncreated_at: 2026-02-30\n---\nText\n',
    faults: [[4, 13, 'created_at: Expected a date: 2027-02-01, or with a time: 2027-02-01 09:00:00, not "2026-02-30"']],
  },
  'news/two.md': {
    text: '---\nid: 8\nname: Two\nslug: two\n---\nA ![picture](/media/hill.svg) and\n\n![another](/media/gone.jpg), [a link](/blogs/one) and a\n[dead one](/notice/404)\n',
    faults: [
      [8, 1, '/media/gone.jpg: there is no such file'],
      [9, 1, '/notice/404: no page has this address'],
    ],
  },
  'news/zwei.md': {
    text: '---\nid: 8\nname: Zwei\nslug: two\n---\n[old](/old-news)\n',
    faults: [
      [2, 5, 'id: 8 is already used by news/two.md'],
      [4, 7, 'slug: two is already used by news/two.md'],
      [6, 1, '/old-news: no page has this address'],
    ],
  },
  'notice/open.md': { text: '---\nname: "open\n---\n', faults: [[2, 12, '^not YAML: ']] },
  'notice/none.md': { text: 'Just text.\n', faults: [[1, 1, '^no front matter']] },
  'career/a b.md': {
    text: '---\nid: 1\nname: A\nemployment_type: FULLTIME\ncategory: { slug: बजार, name: बजार }\n---\n',
    faults: [
      [4, 18, '^employment_type: '],
      [2, 1, "the file's name: expected at most 100 letters (a to z), digits, - and _, not a b: rename the file"],
      [5, 19, 'category.slug: expected at most 100 letters (a to z), digits, - and _, not बजार'],
    ],
  },
  'bod/x.md': {
    text: '---\nname: X\nrank: first\n---\n',
    faults: [
      [2, 1, 'designation: is missing'],
      [3, 7, '^rank: '],
    ],
  },
};

let folder: Folder;
beforeAll(async () => {
  const files = Object.fromEntries(Object.entries(FAULTY).map(([file, { text }]) => [file, text]));
  folder = await makeFolder({ ...validFiles, ...files });
});
afterAll(() => folder.remove());

it('reports every fault at once, with its position and what was expected', async () => {
  const run = promisify(execFile)(process.execPath, ['dist/server/content-check.mjs'], {
    env: { ...process.env, CONTENT_DIR: folder.dir },
  });
  const { stdout, stderr, code } = await run.then(
    (output) => ({ ...output, code: 0 }),
    (error: { stdout: string; stderr: string; code: number }) => error,
  );
  expect(code).toBe(1);
  const lines = stdout
    .trimEnd()
    .split('\n')
    .filter((line) => !line.includes(': advice: '));
  const expected = Object.entries(FAULTY).flatMap(([file, { faults }]) =>
    faults.map(([line, column, message]) => ({ file, place: `${folder.dir}/${file}:${line}:${column}: `, message })),
  );
  expect(expected.length).toBeGreaterThanOrEqual(30);
  const matches = (line: string, { place, message }: (typeof expected)[number]) =>
    line.startsWith(place) &&
    (message.startsWith('^') ? line.slice(place.length).startsWith(message.slice(1)) : line === place + message);
  expect(lines.filter((line) => !expected.some((fault) => matches(line, fault)))).toEqual([]);
  expect(expected.filter((fault) => !lines.some((line) => matches(line, fault)))).toEqual([]);
  expect(stderr).toBe(`${expected.length} faults, 4 pieces of advice\n`);
});

it('serves everything without faults', async () => {
  const site = await startSite({ CONTENT_DIR: folder.dir });
  const api = async <Data>(path: string) => (await site.gateway.get(path as 'news')) as Data;
  expect(await api('blogs')).toMatchObject({ blogs: [{ id: '2' }, { id: '1' }] });
  // An item with an invalid date is shown without the date.
  expect(await api('news')).toMatchObject({
    news: [
      { id: '7', name: 'One' },
      { id: '8', name: 'Two' },
    ],
  });
  expect(await api('faq')).toMatchObject({ faqs: [{ id: '1', question: 'Why?' }] });
  expect(await api('sliders')).toMatchObject({ sliders: [{ id: '3', files: [] }] });
  await site.close();
});
