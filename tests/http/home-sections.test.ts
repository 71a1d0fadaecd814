import supertest from 'supertest';
import { expect, it } from 'vitest';
import { DEFAULT_SECTIONS } from '../../packages/model/src/home-sections.ts';
import { makeFolder, validFiles } from '../support/folder.ts';
import { startSite } from '../support/site.ts';

/** The HTML of home's main part, with the data that it is hydrated with left out. @param home of home.yaml */
async function homeOf(home: string): Promise<string> {
  const folder = await makeFolder({
    ...validFiles,
    'home.yaml': home,
    'notice/one.md': '---\nid: 3\nname: Budget hearing\ncreated_at: 2026-01-03\n---\nText.\n',
  });
  const site = await startSite({ CONTENT_DIR: folder.dir, SEARCH: 'off' });
  const { text } = await supertest(site.app).get('/').set('User-Agent', 'Googlebot/2.1').expect(200);
  await site.close();
  await folder.remove();
  return (/<main[\s\S]*<\/main>/.exec(text)?.[0] ?? '').replaceAll(/<script[\s\S]*?<\/script>/g, '');
}

/** The words of HTML, in the order in which they are read. */
const wordsOf = (html: string) =>
  html
    .split(/<[^>]*>/)
    .map((text) => text.trim())
    .filter(Boolean);

it('home without sections is the one of the specification, and the same with its sections named', async () => {
  const home = `${validFiles['home.yaml']}tasks: [{ label: Your dividend, href: /faq }]\nfigures: [{ label: Wards, value: "9" }]\n`;
  const plain = await homeOf(home);
  expect(wordsOf(plain)).toEqual([
    'Folder Trust',
    ...['First', 'Know More'],
    'Your dividend',
    ...['Notices', 'Budget hearing', 'January 3rd 2026'],
    ...['9', 'Wards'],
    ...['Aware', 'A bold word.', 'Letter'],
    ...['Virtues', 'Honesty'],
    ...['Our Blogs', 'Two', 'March 6th 2024', 'One', 'March 5th 2024', 'View more..'],
  ]);
  expect(
    await homeOf(`${home}sections: [${DEFAULT_SECTIONS.map((section) => `{ section: ${section} }`).join(', ')}]\n`),
  ).toBe(plain);
});
