import { expect, test } from 'vitest';
import { makeFolder } from '../../../tests/support/folder.ts';
import { createParseContext } from '../../gateway/src/field-parsers.ts';
import { kinds } from '../../model/src/kinds/index.ts';
import { issuesOf } from '../../model/src/schema/issues.ts';
import type { Kind } from '../../model/src/schema/kind.ts';
import { loadContent } from '../src/content-store.ts';
import { isMarkedKind } from '../src/loaded-kind.ts';

const strict = { ...createParseContext({ timeZone: 'UTC', videoOrigins: [], onDropped: () => {} }), strict: true };
const folders = Object.entries(kinds).flatMap(([name, { folder }]: [string, Kind]) =>
  folder ? [{ name, folder }] : [],
);

test.each(folders)('the schema of $name has a language exactly if the kind is marked', ({ folder }) => {
  const { error } = folder.schema(strict).safeParse({ lang: 'en', translations: {} });
  // A strict schema rejects fields that it does not have.
  const faulty = error ? issuesOf(error).map(({ path }) => path[0]) : [];
  expect(!faulty.includes('lang') && !faulty.includes('translations')).toBe(isMarkedKind(folder));
});

test('what items name by an id alone has its name from its own place, in each language', async () => {
  const folder = await makeFolder({
    'site.yaml': 'name: X\n',
    'category.yaml': '- { id: markets, name: Markets }\n- { id: fees, name: Fees }\n',
    'category.ne.yaml': '- { id: markets, name: बजार }\n',
    'subject.yaml': '- { id: a-fund, name: A Fund }\n',
    'department/finance.md': '---\nid: 6\nname: Finance\n---\n',
    'department/finance.ne.md': '---\nname: वित्त\n---\n',
    'career/clerk.md': '---\nname: Clerk\ndepartment: 6\n---\n',
    'career/teller.md': '---\nname: Teller\ndepartment: { id: 7, name: Counter }\n---\n',
    'news/one.md': '---\nname: One\ncreated_at: 2026-01-01\ncategory: markets\nsubject: a-fund\n---\n',
    'news/one.ne.md': '---\nname: एक\n---\n',
    'news/two.md': '---\nname: Two\ncreated_at: 2026-01-01\ncategory: fees\nsubject: top\n---\n',
    'news/three.md': '---\nname: Three\ncreated_at: 2026-01-01\ncategory: nowhere\n---\n',
    'page/top.md': '---\nname: Top\n---\n',
    'page/below.md': '---\nname: Below\nparent: top\n---\n',
    'report.yaml': '- { id: 1, name: R, subject: a-fund, files: [{ location: /media/r.pdf, name: R }] }\n',
  });
  const { editions } = await loadContent({ dir: folder.dir, timeZone: 'Asia/Kathmandu', locales: ['en', 'ne'] });
  await folder.remove();
  const namesIn = (locale: 'en' | 'ne') => {
    const { news, career, page, report } = editions.get(locale) ?? { news: [], career: [], page: [], report: [] };
    return {
      news: Object.fromEntries(news.map(({ id, category, subject }) => [id, [category?.name, subject?.name]])),
      career: Object.fromEntries(career.map(({ id, department }) => [id, department?.name])),
      below: page.find(({ id }) => id === 'below')?.parent,
      report: report.map(({ subject }) => subject),
    };
  };
  expect(namesIn('en')).toEqual({
    news: { one: ['Markets', 'A Fund'], two: ['Fees', 'Top'], three: ['nowhere', undefined] },
    career: { clerk: 'Finance', teller: 'Counter' },
    below: { slug: 'top', name: 'Top' },
    report: [{ slug: 'a-fund', name: 'A Fund' }],
  });
  expect(namesIn('ne')).toMatchObject({
    news: { one: ['बजार', 'A Fund'], two: ['Fees', 'Top'] },
    career: { clerk: 'वित्त' },
  });
});
