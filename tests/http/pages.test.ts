import { createHash } from 'node:crypto';
import request from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startSite, type TestSite } from '../support/site.ts';
import { data, failure } from '../support/upstream.ts';

let site: TestSite;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.close());

const NOT_FOUND_TEXT = 'Oops! looks like there are nothing available right now. Please check in later.';

/** A page in one piece, as a crawler gets it. */
const get = (path: string) => request(site.app).get(path).set('User-Agent', 'Googlebot/2.1');
const titleOf = (html: string) => /<title>(.*?)<\/title>/.exec(html)?.[1];
const canonicalOf = (html: string) => /<link rel="canonical" href="(.*?)"/.exec(html)?.[1];
const count = (html: string, pattern: RegExp) => html.match(pattern)?.length ?? 0;

describe.each([
  { path: '/', title: 'Himal Trust – Plain dealing', canonical: '/', text: 'What we stand for', seconds: 60 },
  { path: '/blogs', title: 'Blogs | Himal Trust', canonical: '/blogs', text: 'Blog number 14', seconds: 60 },
  {
    path: '/blogs?page=2',
    title: 'Blogs, page 2 | Himal Trust',
    canonical: '/blogs?page=2',
    text: 'Blog number 1<',
    seconds: 60,
  },
  {
    path: '/blogs?page=1&utm_source=x',
    title: 'Blogs | Himal Trust',
    canonical: '/blogs',
    text: 'Blog number 14',
    seconds: 60,
  },
  {
    path: '/blogs/3',
    title: 'Blog number 3 | Himal Trust',
    canonical: '/blogs/3',
    text: 'Text of blog 3.',
    seconds: 300,
  },
  {
    path: '/blogs/blog-3',
    title: 'Blog number 3 | Himal Trust',
    canonical: '/blogs/3',
    text: 'Text of blog 3.',
    seconds: 300,
  },
])('$path', ({ path, title, canonical, text, seconds }) => {
  it('is complete, with its head and a cache header', async () => {
    const { status, headers, text: html } = await get(path);
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(headers['cache-control']).toBe(
      `public, max-age=0, s-maxage=${seconds}, stale-while-revalidate=${seconds}, stale-if-error=86400`,
    );
    expect(headers.etag).toBeDefined();
    expect(titleOf(html)).toBe(title);
    expect(canonicalOf(html)).toBe(`https://www.himal.example${canonical}`);
    expect(html).toContain(text);
    expect(count(html, /<h1[ >]/g)).toBe(1);
    expect(count(html, /<main[ >]/g)).toBe(1);
    expect(html).not.toContain('Loading...........');
    expect(html).not.toMatch(/ style="/);
    for (const [, json] of html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g)) {
      expect(JSON.parse(json ?? '')).toMatchObject({ '@context': 'https://schema.org', '@type': expect.any(String) });
    }
  });

  it('has no script but the one that starts the others and its data, no stylesheet, and a policy of just these texts', async () => {
    const { headers, text: html } = await get(path);
    const scripts = [...html.matchAll(/<script([^>]*)>/g)].map(([, attributes = '']) => attributes);
    expect(scripts.filter((attributes) => !/type="application\/(ld\+)?json"/.test(attributes))).toEqual([
      expect.stringMatching(/^ data-modules="(\/assets\/(app|vendor|messages-en|[A-Z]\w+)-\w+\.js ?){4}"$/),
    ]);
    expect(html).not.toMatch(/rel="(stylesheet|modulepreload)"/);
    const policy = String(headers['content-security-policy']);
    const hashesOf = (element: RegExp) =>
      [...html.matchAll(element)].map(
        ([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
      );
    const styles = hashesOf(/<style[^>]*>([^<]*)<\/style>/g);
    expect(styles).toHaveLength(2);
    expect(policy).toContain(`style-src 'self' ${styles.join(' ')};`);
    expect(policy).toMatch(/; script-src 'self' 'sha256-[\w+/]+='$/);
    expect(policy).toContain(hashesOf(/<script data-modules[^>]*>(.*?)<\/script>/g).join(' '));
    expect(policy).not.toMatch(/unsafe-|nonce-/);
  });

  it('has not changed for who has it already', async () => {
    const { headers } = await get(path);
    await get(path).set('If-None-Match', String(headers.etag)).expect(304);
  });

  it('answers HEAD as GET, without a body', async () => {
    const { status, text: body } = await request(site.app).head(path).set('User-Agent', 'Googlebot/2.1');
    expect(status).toBe(200);
    expect(body ?? '').toBe('');
  });
});

describe('home', () => {
  it('has slides of both types, the first one active', async () => {
    const { text: html } = await get('/');
    expect(html).toMatch(/data-active="true"[^>]*>.*Save for the monsoon/);
    expect(count(html, /data-active="true"/g)).toBe(1);
    expect(count(html, />Know More<\/a>/g)).toBe(2);
    expect(count(html, />Read more\.\.\.<\/a>/g)).toBe(1);
    expect(html).toContain('aria-label="Slide 3: Close to you"');
  });

  it('cuts the communication to 60 characters, without its tags', async () => {
    const { text: html } = await get('/');
    expect(html).toContain('>We have listened to what you told us, and this is what we ar...<');
  });

  it('shows each blog with author, date and picture, by the wall clock of the site', async () => {
    const { text: html } = await get('/');
    expect(html).toContain('<h2 id="our-blogs">Our Blogs</h2>');
    expect(count(html, /<a href="\/blogs\/\d+">/g)).toBe(6);
    expect(html).toContain('By Maya Gurung');
    expect(html).toContain('<time dateTime="2024-03-05T00:15:00+05:45">March 5th 2024</time>');
    expect(html).toContain('alt="No Image"');
    expect(html).toMatch(/<a class="button" href="\/blogs">View more\.\.<\/a>/);
  });

  it('takes pictures and their addresses from the upstream', async () => {
    const { text: html, headers } = await get('/');
    expect(html).toMatch(
      /<source type="image\/avif" srcSet="\/media\/@384\/-\/~[\w-]{16}\/http\/127\.0\.0\.1%3A\d+\/storage\/one\.jpg\.avif 384w, /,
    );
    expect(headers['content-security-policy']).toContain(`img-src 'self' data: ${site.upstream.origin}`);
  });
});

describe('blogs', () => {
  it('are paged by plain links', async () => {
    const { text: first } = await get('/blogs');
    expect(count(first, /<article/g)).toBe(12);
    expect(first).toContain('<a href="/blogs?page=2" rel="next">Next</a>');
    expect(first).not.toContain('rel="prev"');
    const { text: second } = await get('/blogs?page=2');
    expect(count(second, /<article/g)).toBe(2);
    expect(second).toContain('<a href="/blogs" rel="prev">Previous</a>');
    expect(second).toMatch(/<a href="\/blogs\?page=2" aria-label="Page 2" aria-current="page">2<\/a>/);
    expect(second).not.toContain('rel="next"');
  });

  it('have their text sanitised, its headings below the title', async () => {
    const { text: html } = await get('/blogs/3');
    expect(html).toContain('<h2 id="text-part-one">Part one</h2>');
    expect(html).not.toContain('alert(1)');
    expect(html).toContain('<a href="/blogs/1">The first</a>');
  });
});

describe('what there is not', () => {
  it.each(['/nope', '/blogs/999', '/blogs/a.b', '/blogs/%E0%A4%95', '/blogs?page=3', '/Blogs', '/index.php'])(
    '%s is the not-found screen',
    async (path) => {
      const { status, text: html, headers } = await get(path);
      expect(status).toBe(404);
      expect(titleOf(html)).toBe('Content Not Available | Himal Trust');
      expect(html).toContain('<h1>Content Not Available</h1>');
      expect(html).toContain(NOT_FOUND_TEXT);
      expect(html).toMatch(/<a class="button" href="\/">Back to Home<\/a>/);
      expect(html).toContain('<meta name="robots" content="noindex"/>');
      expect(headers['cache-control']).toBe('public, max-age=0, s-maxage=10');
    },
  );

  it('asks the upstream for no id that none can have', async () => {
    const before = site.upstream.calls.length;
    await get('/blogs/..%2Fsite').expect(404);
    await get(`/blogs/${'a'.repeat(101)}`).expect(404);
    expect(site.upstream.calls.slice(before).map(({ address }) => address)).not.toContainEqual(
      expect.stringMatching(/^blogs\//),
    );
  });
});

describe('bad addresses', () => {
  it.each([
    ['/%zz', 400],
    ['/%c0%80', 400],
    ['/a%00b', 400],
    ...['%0d', '%0a', '%0D%0A', '%7f', '%c2%85', '%e2%80%a8', '%E2%80%A9'].flatMap((control): [string, number][] => [
      [`/blogs${control}`, 400],
      [`/blogs/${control}`, 400],
      [`/${control}`, 400],
    ]),
    ['/blogs?page=0', 400],
    ['/blogs?page=-1', 400],
    ['/blogs?page=x', 400],
    ['/blogs?page=01', 400],
    ['/blogs?page=1&page=2', 400],
    [`/${'a'.repeat(2100)}`, 414],
  ])('%s is a calm %i', async (path, expected) => {
    const { status, text: html, headers } = await get(path);
    expect(status).toBe(expected);
    expect(html).toContain('<h1>Sorry error occured!!!</h1>');
    expect(html).toContain('Back to Home');
    expect(headers['cache-control']).toBe('no-store');
  });

  it.each([
    ['/blogs/', '/blogs'],
    ['//blogs', '/blogs'],
    ['//evil.example/', '/evil.example'],
    ['/\\evil.example/', '/evil.example'],
    ['/blogs//3/?page=2', '/blogs/3?page=2'],
    ['/blogs/../about/', '/about'],
    ['/%62logs', '/blogs'],
    ['/blogs/%66eed.xml?x=%66', '/blogs/feed.xml?x=%66'],
    ['/robots%2etxt', '/robots.txt'],
    ['/page/%e0%a4%95', '/page/%E0%A4%95'],
    ['/frontapi/en/%62logs/', '/frontapi/en/blogs'],
    ['/media/%2e%2e/blogs', '/blogs'],
    ['/assets//x.js', '/assets/x.js'],
    ['/healthz%2e/', '/healthz.'],
  ])('%s has moved to %s', async (path, location) => {
    const { status, headers } = await get(path);
    expect(status).toBe(308);
    expect(headers.location).toBe(location);
  });

  it('can be tried again where they would be right', async () => {
    const { text: html } = await get('/blogs?page=1&page=2');
    expect(html).toContain('<a class="button" href="/blogs" data-reload="true">Try again</a>');
  });

  it.each(['post', 'put', 'delete', 'options', 'patch'] as const)('%s is not allowed', async (method) => {
    for (const path of ['/', '/blogs', '/nope', '/frontapi/en/blogs']) {
      const { status, headers } = await request(site.app)[method](path);
      expect(status).toBe(405);
      expect(headers.allow).toBe('GET, HEAD');
    }
  });

  it('says what a page is not, once for each fault of ours alone', () => {
    expect(site.log.filter(({ level }) => level >= 50)).toEqual([]);
  });
});

describe('a page that says that there is nothing', () => {
  it('is the same for every address but for its own, however often it is asked for', async () => {
    const own = await startSite();
    const ask = (path: string) => request(own.app).get(path).set('User-Agent', 'Googlebot/2.1');
    const [first, second] = [await ask('/blogs/none-1').expect(404), await ask('/blogs/none-2').expect(404)];
    expect(second.text).toBe(first.text.replace('blogs none 1', 'blogs none 2'));
    expect((await ask('/album/none-1').expect(404)).text).not.toBe(first.text);

    own.upstream.answer('blogs/5', failure(500));
    own.upstream.answer('blogs/6', failure(500));
    for (const path of ['/blogs/5', '/blogs/6', '/blogs/5?whole=1']) {
      const { text } = await ask(path).expect(503);
      expect(text).toContain(`<a class="button" href="${path.slice(0, 8)}" data-reload="true">Try again</a>`);
    }
    for (const path of ["/a'b&c?page=1&page=2", '/x?page=1&page=2']) {
      const { text } = await ask(path).expect(400);
      expect(text).toContain(`href="${path.split('?')[0]?.replace('&', '&#x26;')}"`);
    }
    await own.close();
  });

  it('shows a menu that has changed', async () => {
    const own = await startSite();
    const ask = (path: string) => request(own.app).get(path).set('User-Agent', 'Googlebot/2.1');
    expect((await ask('/none-1').expect(404)).text).not.toContain('A new name');
    own.upstream.answer('site', data({ site: { name: 'A new name', menu: [{ label: 'Gone', href: '/none-3' }] } }));
    await own.gateway.purge();
    expect((await ask('/none-2').expect(404)).text).toContain('A new name');
    expect((await ask('/none-3').expect(404)).text).toContain('<a href="/none-3" aria-current="page">Gone</a>');
    await own.close();
  });
});
