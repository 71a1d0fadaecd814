import supertest from 'supertest';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Folder, makeFolder, validFiles } from '../support/folder.ts';
import { startSite, type TestSite } from '../support/site.ts';

/* Links that people look for: forms elsewhere, the feed of a list, the organisation's own channels; and pictures that keep their focal point. */

let folder: Folder;
let site: TestSite;
beforeAll(async () => {
  folder = await makeFolder({
    ...validFiles,
    'site.yaml': `name: Folder Trust
social: [{ name: Viber, href: "https://viber.example/us" }]
forms:
  - { label: Write to us, href: "https://forms.example/write", place: contact }
  - { label: Apply here, href: "https://forms.example/apply", place: career }
  - { label: Newsletter, href: "https://forms.example/news", place: footer }
`,
    'contact.yaml': 'address: Ilam\n',
    'career/clerk.md': '---\nid: 2\nname: Clerk\n---\nWork.\n',
    'news/one.md':
      '---\nid: 1\nname: Bridge\nfiles: [{ location: /media/hill.svg, alt: Hill, focus: 33% 100% }]\n---\nOpen.\n',
  });
  site = await startSite({ CONTENT_DIR: folder.dir, SEARCH: 'off', LOCALES: 'en,ne' });
});
afterAll(async () => {
  await site.close();
  await folder.remove();
});

const page = async (path: string) =>
  (await supertest(site.app).get(path).set('User-Agent', 'Googlebot/2.1').expect(200)).text;

it('forms elsewhere are linked from their places, and from no others', async () => {
  const [contact, careers, news] = await Promise.all(['/contact', '/career', '/news'].map(page));
  expect(contact).toMatch(/<h2>Online forms<\/h2>.*href="https:\/\/forms\.example\/write"/);
  expect(careers).toContain('href="https://forms.example/apply"');
  expect(news).not.toMatch(/href="https:\/\/forms\.example\/(?:write|apply)"/);
  for (const text of [contact, careers, news]) expect(text).toContain('href="https://forms.example/news"');
});

it('a list says how to hear of what is new', async () => {
  const news = await page('/news');
  expect(news).toMatch(
    /Follow:.{0,20}<a href="\/news\/feed\.xml"[^>]*>Feed<\/a> · <a href="https:\/\/viber\.example\/us"/,
  );
  expect(await page('/ne/news')).toContain('href="/ne/news/feed.xml"');
  // It has no feed.
  expect(await page('/career')).not.toContain('/career/feed.xml');
});

it('a picture says its focal point in tenths', async () => {
  expect(await page('/news')).toMatch(/<img [^>]*data-focus-x="3" data-focus-y="10"/);
});
