import request from 'supertest';
import { afterEach, describe, expect, it } from 'vitest';
import { blogs } from '../support/content.ts';
import { listen } from '../support/listen.ts';
import { startSite, type TestSite } from '../support/site.ts';
import { data } from '../support/upstream.ts';

/* Content that takes long to be read: it costs its own page time, and no other page anything. */

let site: TestSite;
afterEach(() => site.close());

const page = (path: string) => request(site.app).get(path).set('User-Agent', 'Googlebot/2.1');
const fill = (length: number, piece: (index: number) => string): string => {
  let html = '';
  for (let index = 0; html.length < length; index += 1) html += piece(index);
  return html;
};

describe('an item that would take all the time and memory', () => {
  it.each<[string, (index: number) => string]>([
    ['formatting elements that each block repeats', (index) => `<b id=${index}><p>word `],
    ['levels', () => '<div>word '],
    ['lists in lists', () => '<ul><li>word '],
  ])('by %s is shown as its text, and takes no other page with it', async (_, piece) => {
    site = await startSite();
    const bomb = { ...blogs[0], id: 1, name: 'Bomb', description: fill(43_000, piece) };
    site.upstream.answer('blogs/1', data({ blog: bomb }));
    site.upstream.answer('blogs', data({ blogs: [bomb, blogs[1]] }));
    site.upstream.answer('home', data({ blogs: [bomb, blogs[1]], sliders: [], virtues: [] }));
    const { text } = await page('/blogs/1').expect(200);
    expect(text).toMatch(/<p>word word word word /);
    expect((await page('/blogs').expect(200)).text).toContain('Bomb');
    expect((await page('/').expect(200)).text).toContain('Bomb');
    expect(site.log.filter(({ msg }) => msg === 'content does not fit')).toEqual([
      expect.objectContaining({
        call: 'blogs/1',
        dropped: [{ path: expect.stringContaining('word'), reason: expect.stringContaining('shown as plain text') }],
      }),
    ]);
  });
});

describe('a text of very many images', () => {
  const images = (count: number) =>
    Array.from({ length: count }, (_, index) => `<img src="/storage/${index}.png" alt="">`).join('');

  it.each<[string, number, number, RegExp]>([
    ['three thousand', 3_000, 800_000, /^too many images: 2800 not scaled$/],
    [
      'thirty thousand',
      30_000,
      67_000,
      /^(longer than 400,000 characters of HTML|more than 1000 ms to parse): shown as plain text$/,
    ],
  ])('%s: costs its page a bounded length, and is reported', async (_, count, length, reason) => {
    site = await startSite();
    const blog = { ...blogs[0], id: 1, name: 'Pictures', description: `<p>Words</p>${images(count)}` };
    site.upstream.answer('blogs/1', data({ blog }));
    const { text } = await page('/blogs/1').expect(200);
    expect(text).toContain('Words');
    expect(text.length).toBeLessThan(length);
    const { body } = await request(site.app).get('/frontapi/en/blogs/1').expect(200);
    expect(JSON.stringify(body).length).toBeLessThan(length);
    expect(site.log.filter(({ msg }) => msg === 'content does not fit')).toEqual([
      expect.objectContaining({
        call: 'blogs/1',
        dropped: [{ path: expect.stringContaining('Words'), reason: expect.stringMatching(reason) }],
      }),
    ]);
  });
});

describe('a list that an upstream gives as a whole, whatever is searched', () => {
  const many = Array.from({ length: 2_000 }, (_, index) => ({
    id: index + 1,
    name: `Blog ${index + 1}`,
    created_at: `2024-03-05 10:00:${String(index % 60).padStart(2, '0')}`,
    summary: 'Words to be found',
    description: `<p>${'Some <b>text</b>. '.repeat(40)}</p>`,
  }));

  it('is read once, and searched beside the pages of others', async () => {
    // On a busy machine the searches take longer than the default timeout, which is not what is tested here.
    site = await startSite({ UPSTREAM_TIMEOUT: '30000' });
    const server = await listen(site.app);
    site.upstream.answer('blogs', data({ blogs: many }));
    await (await fetch(`${server.url}/about`)).text();
    let searches = 8;
    const done = Promise.all(
      Array.from({ length: 8 }, async (_, index) => {
        const answer = await fetch(`${server.url}/frontapi/en/blogs?search=blog+${index + 1}`);
        searches -= 1;
        return { status: answer.status, body: await answer.json() };
      }),
    );
    let pages = 0;
    while (searches > 0) {
      const { status } = await fetch(`${server.url}/about`);
      expect(status).toBe(200);
      pages += 1;
    }
    const answers = await done;
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
    for (const [index, { body }] of answers.entries()) {
      expect(body.data.pagination.total).toBeGreaterThan(100);
      expect(body.data.blogs[0].name).toMatch(new RegExp(`^Blog ${index + 1}`));
    }
    // A page for each search at the least: had they held up everything, there would be one or two.
    expect(pages).toBeGreaterThan(8);
    await server.close();
  });

  it('may have a summary of nothing but signs', async () => {
    site = await startSite();
    const signs = { ...many[0], summary: '<'.repeat(100_000), description: '<'.repeat(100_000) };
    site.upstream.answer('blogs', data({ blogs: [signs, ...many.slice(1, 20)] }));
    const { body } = await request(site.app).get('/frontapi/en/blogs?search=blog').expect(200);
    expect(body.data.pagination.total).toBe(20);
  });
});
