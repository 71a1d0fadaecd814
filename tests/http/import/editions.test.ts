import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { importContent } from '../../../tools/import/src/import-content.ts';
import { importPlace, runCommand } from '../../support/commands.ts';
import { data } from '../../support/upstream.ts';

/* A CMS with an API for each edition: originals, and beside them what differs. */

const place = importPlace();
const { read } = place;

/** An item of news with its list, in an edition. */
function serve(prefix: string, items: Record<string, unknown>[]): void {
  place.upstream.answer(`${prefix}news`, data({ news: items }));
  for (const item of items) place.upstream.answer(`${prefix}news/${item.id}`, data({ news: item }));
}

it('an item has its translation beside it, with what differs', async () => {
  const common = {
    created_at: '2024-03-05 10:00:00',
    files: [{ location: '/storage/a.jpg' }],
    description: '<p>Text</p>',
  };
  serve('', [
    { id: 1, slug: 'one', name: 'One', summary: 'In English', ...common },
    { id: 2, slug: 'two', name: 'Two', ...common, translations: { en: 2, ne: 902 } },
    { id: 3, slug: 'three', name: 'Three', ...common },
  ]);
  serve('ne/', [
    {
      id: 1,
      slug: 'ek',
      name: 'एक',
      ...common,
      created_at: '2024-03-06',
      description: '<p>पाठ, <a href="/ne/notice/2">सूचना</a></p>',
    },
    { id: 902, name: 'दुई', ...common, translations: { en: 2, ne: 902 } },
    { id: 3, lang: 'en', name: 'Three', ...common },
    { id: 4, name: 'चार', ...common },
  ]);
  place.upstream.answer('ne/faq', data({ faqs: [{ id: 2, question: 'कति लाग्छ?', answer: '<p>Little.</p>' }] }));
  const { code, stdout } = await runCommand(importContent, [place.upstream.url, place.dir, '--locales', 'en,ne']);
  expect((await readdir(join(place.dir, 'news'))).sort()).toEqual([
    '4.md',
    'one.md',
    'one.ne.md',
    'three.md',
    'two.md',
    'two.ne.md',
  ]);
  expect(await read('news/one.ne.md')).toBe('---\nname: एक\nsummary: null\n---\nपाठ, [सूचना](/notice/2)\n');
  expect(await read('news/two.ne.md')).toBe('---\nname: दुई\n---\n');
  expect(await read('news/4.md')).toContain('lang: ne\n');
  expect(await read('faq.ne.yaml')).toBe('- id: 2\n  question: कति लाग्छ?\n  category: null\n');
  // The translation of an item has the address of its original.
  expect(await read('redirects.yaml')).toBe('- from: /ne/news/902\n  to: /ne/news/2\n');
  expect(stdout).toContain('news 1 (ne): created_at: 2024-03-06 is not that of the original, 2024-03-05 10:00:00');
  expect(code).toBe(1);

  // Without the other edition its files would seem to be gone.
  for (const locales of ['en', 'ne,en']) {
    const { code, stderr } = await runCommand(importContent, [
      place.upstream.url,
      place.dir,
      '--prune',
      '--locales',
      locales,
    ]);
    expect(code).toBe(2);
    expect(stderr).toBe(
      `${place.dir} has been imported with --locales en,ne: name the same languages, or another folder.\n`,
    );
  }
  expect(await read('news/one.ne.md')).toContain('एक');
});
