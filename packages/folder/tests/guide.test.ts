import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { makeFolder, validFiles } from '../../../tests/support/folder.ts';
import { loadContent } from '../src/content-store.ts';

it('what the guide for editors shows can be copied as it is', async () => {
  const guide = await readFile('content/README.md', 'utf8');
  const examples = [...guide.matchAll(/```\n(---\n[\s\S]*?)```/g)].map(([, text = '']) => text);
  const names = [
    'news/new-office-in-ilam.md',
    'data/nav-growth.md',
    'notice/meeting.md',
    'album/ilam.md',
    'news/new-office-in-ilam.ne.md',
  ];
  const [, rows = ''] = /```\n(date,nav\n[\s\S]*?)```/.exec(guide) ?? [];
  expect(examples).toHaveLength(names.length);
  const folder = await makeFolder({
    ...validFiles,
    'category.yaml': '- { id: company, name: Company }\n',
    'category.ne.yaml': '- { id: company, name: कम्पनी }\n',
    'data/nav-growth.csv': rows,
    ...Object.fromEntries(names.map((name, index) => [name, examples[index] ?? ''])),
  });
  const { content, editions, faults } = await loadContent({
    dir: folder.dir,
    timeZone: 'Asia/Kathmandu',
    locales: ['en', 'ne'],
  });
  expect(faults).toEqual([]);
  expect(content.news).toMatchObject([
    {
      name: 'A new office in Ilam',
      category: { slug: 'company', name: 'Company' },
      created_by: { name: 'Sarita Maharjan' },
    },
  ]);
  expect(content.notice).toMatchObject([
    { is_pinned: true, files: [{ location: '/media/documents/notice-agm-18.pdf' }] },
  ]);
  expect(content.data).toMatchObject([{ chart: { x: 'date' }, subject: { slug: 'growth' } }]);
  expect(content.album[0]?.files).toHaveLength(2);
  expect(editions.get('ne')?.news).toMatchObject([
    { name: 'इलाममा नयाँ कार्यालय', category: { name: 'कम्पनी' }, created_by: { name: 'Sarita Maharjan' } },
  ]);
  await folder.remove();
});
