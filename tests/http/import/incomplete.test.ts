import { describe, expect, it } from 'vitest';
import { importPlace } from '../../support/commands.ts';
import { data, failure } from '../../support/upstream.ts';

/* A second import that cannot read everything: what is in the folder is not overwritten by less. */

const place = importPlace();
const { importAll, read } = place;

const failed = failure(400);

describe('a call that fails', () => {
  it('of the site leaves its name', async () => {
    await importAll();
    const before = await read('site.yaml');
    place.upstream.answer('site', failed);
    const { code, stdout } = await importAll();
    expect(stdout).toContain('site (en): could not be read');
    expect(await read('site.yaml')).toBe(before);
    expect(code).toBe(1);
  });

  it('of a page of a list leaves the file of the list', async () => {
    const page = (id: number, question: string) =>
      data({
        faqs: [{ id, question, answer: '<p>Yes.</p>' }],
        pagination: { current_page: id, last_page: 2, per_page: 1, total: 2 },
      });
    place.upstream.answer('faq', page(1, 'One?'));
    place.upstream.answer('faq?page=2', page(2, 'Two?'));
    await importAll();
    const before = await read('faq.yaml');
    expect(before).toContain('question: Two?');
    place.upstream.answer('faq', page(1, 'Changed?'));
    place.upstream.answer('faq?page=2', failed);
    const { code, stdout } = await importAll();
    expect(await read('faq.yaml')).toBe(before);
    expect(stdout).toContain('faq.yaml: stays as it is, as not everything that belongs to it could be read');
    expect(code).toBe(1);
    place.upstream.answer('faq?page=2', failure(404));
    const without = await importAll();
    expect(without.stdout).toContain('faq (en): page 2 of the list is not there');
    expect(await read('faq.yaml')).toBe(before);
    place.upstream.answer('faq?page=2', page(2, 'Two?'));
    await importAll();
    expect(await read('faq.yaml')).toBe(before.replace('One?', 'Changed?'));
  });

  it('of an item leaves its file, which does not count as gone, and brings the others', async () => {
    await importAll();
    const before = await read('news/news-number-2.md');
    place.upstream.answer('news/2', failed);
    place.upstream.answer('news/3', data({ news: { id: 3, name: 'Changed' } }));
    const { stdout } = await importAll('--prune');
    expect(await read('news/news-number-2.md')).toBe(before);
    expect(await read('news/news-number-3.md')).toContain('name: Changed');
    expect(stdout).not.toContain('Not on the CMS any more');
    expect(stdout).toContain('--prune: nothing is deleted, as not everything could be read');
  });

  it('of an original does not put its translation in its place', async () => {
    for (const [prefix, name] of [
      ['', 'One'],
      ['ne/', 'एक'],
    ] as const) {
      place.upstream.answer(`${prefix}news`, data({ news: [{ id: 1, slug: 'one', name }] }));
      place.upstream.answer(`${prefix}news/one`, data({ news: { id: 1, slug: 'one', name } }));
      place.upstream.answer(`${prefix}news/1`, data({ news: { id: 1, slug: 'one', name } }));
    }
    await importAll('--locales', 'en,ne');
    const before = await Promise.all(['news/one.md', 'news/one.ne.md'].map(read));
    expect(before[0]).toContain('name: One');
    for (const name of ['1', 'one']) place.upstream.answer(`news/${name}`, failed);
    const { stdout } = await importAll('--locales', 'en,ne');
    expect(stdout).toContain('news 1 (ne): left out, as its original in en may be among those that could not be read');
    expect(await Promise.all(['news/one.md', 'news/one.ne.md'].map(read))).toEqual(before);
  });
});

describe('a page of a table that is not there', () => {
  const PAGES = ['dataset/nav?per_page=1000', 'dataset/nav?per_page=1000&page=2'];
  const answers = (value: number, prefix = '', name = 'nav') =>
    PAGES.forEach((address, index) => {
      const dataset = {
        id: 1,
        slug: 'nav',
        name: 'Value',
        columns: [{ key: 'day', type: 'date' }, { key: name }],
        rows: [[`2026-01-0${index + 1}`, `${value + index}`]],
        pagination: { current_page: index + 1, last_page: 2, per_page: 1, total: 2 },
      };
      place.upstream.answer(`${prefix}dataset`, data({ datasets: [dataset] }));
      if (index === 0) place.upstream.answer(`${prefix}dataset/nav`, data({ dataset }));
      place.upstream.answer(prefix + address, data({ dataset }));
    });

  it.each([
    ['the last one, as it fails', 1, 400, 'could not be read'],
    ['the last one, as it is missing', 1, 404, 'page 2 of the table is not there'],
    ['the first one, as it fails', 0, 400, 'could not be read'],
    ['the first one, as it is missing', 0, 404, 'page 1 of the table is not there'],
  ])('leaves the rows as they are: %s', async (_, index, status, message) => {
    answers(10);
    await importAll();
    const before = await read('data/nav.csv');
    expect(before).toBe('day,nav\r\n2026-01-01,10\r\n2026-01-02,11\r\n');
    answers(20);
    place.upstream.answer(PAGES[index] ?? '', failure(status));
    const { code, stdout } = await importAll('--prune');
    expect(await read('data/nav.csv')).toBe(before);
    expect(stdout).toContain(message);
    expect(stdout).toContain('data/nav.csv: stays as it is, as not everything that belongs to it could be read');
    expect(code).toBe(1);
    answers(20);
    await importAll();
    expect(await read('data/nav.csv')).toBe(before.replace('10', '20').replace('11', '21'));
  });

  it('writes no part of it the first time', async () => {
    answers(10);
    place.upstream.answer(PAGES[1] ?? '', failed);
    expect((await importAll()).code).toBe(1);
    await expect(read('data/nav.csv')).rejects.toThrow('ENOENT');
  });

  it('leaves the columns of another edition', async () => {
    answers(10);
    answers(10, 'ne/', 'nav_ne');
    await importAll('--locales', 'en,ne');
    const before = await read('data/nav.csv');
    expect(before).toMatch(/^day,nav,nav_ne\r\n/);
    place.upstream.answer(`ne/${PAGES[1]}`, failed);
    await importAll('--locales', 'en,ne');
    expect(await read('data/nav.csv')).toBe(before);
  });
});

describe('--prune', () => {
  it('says what would be deleted, and what stays', async () => {
    await importAll();
    place.upstream.answer('news', data({ news: [{ id: 3, name: 'News number 3' }] }));
    const dry = await importAll('--prune', '--dry-run');
    expect(dry.stdout).toMatch(/Not on the CMS any more: would be deleted:\n {2}news\/news-number-1\.md\n/);
    place.upstream.answer('faq', failed);
    const part = await importAll('--prune');
    expect(part.stdout).toMatch(
      /Not on the CMS any more: they stay, as not everything could be read:\n {2}news\/news-number-1\.md\n/,
    );
    expect(await read('news/news-number-1.md')).toContain('name: News number 1');
  });
});
