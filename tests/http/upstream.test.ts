// @module-tag repeated

import request from 'supertest';
import { afterEach, describe, expect, it } from 'vitest';
import { blogs } from '../support/content.ts';
import { startSite, type TestSite } from '../support/site.ts';
import { type Behaviour, data, failure, json, later, raw, reset, silence } from '../support/upstream.ts';

/* What visitors and the operator get when the upstream is slow, wrong or gone. */

let site: TestSite;
afterEach(() => site.close());

/** For upstreams that do not answer. */
const SHORT_TIMEOUT_MS = 400;
/** For those that do: a busy machine may take its time. */
const LONG_TIMEOUT_MS = 10_000;
const start = async (timeoutMs = LONG_TIMEOUT_MS) => {
  site = await startSite({ UPSTREAM_TIMEOUT: String(timeoutMs), UPSTREAM_MAX_BYTES: '200000' });
};
const page = (path: string) => request(site.app).get(path).set('User-Agent', 'Googlebot/2.1');
const times = (address: string) => site.upstream.calls.filter((call) => call.address === address).length;
const warnings = () => site.log.filter(({ level }) => level >= 40);

const faults: { name: string; behaviour: Behaviour; reason: RegExp; tries: number; api: number }[] = [
  { name: 'status 500', behaviour: failure(500), reason: /status 500/, tries: 2, api: 502 },
  { name: 'garbage', behaviour: raw(200, 'application/json', '{"error":fal'), reason: /not JSON/, tries: 2, api: 502 },
  { name: 'HTML', behaviour: raw(200, 'text/html', '<h1>Hello</h1>'), reason: /not JSON/, tries: 2, api: 502 },
  { name: 'no envelope', behaviour: json(200, 12), reason: /not the API's envelope/, tries: 1, api: 502 },
  {
    name: 'a list of no items',
    behaviour: json(200, [1, 2]),
    reason: /wrong shape: expected an object blog, received a list of 2/,
    tries: 1,
    api: 502,
  },
  {
    name: 'a wrong shape',
    behaviour: data({ blog: 'x' }),
    reason: /wrong shape: expected an object blog, received blog with a text/,
    tries: 1,
    api: 502,
  },
  {
    name: 'no name',
    behaviour: data({ blog: { id: 1 } }),
    reason: /wrong shape: blog.name: is missing/,
    tries: 1,
    api: 502,
  },
  { name: 'error: true', behaviour: json(200, { error: true, message: 'Busy' }), reason: /Busy/, tries: 1, api: 502 },
  {
    name: 'error: "false"',
    behaviour: json(200, { error: 'false', data: {} }),
    reason: /error is not false/,
    tries: 1,
    api: 502,
  },
  { name: 'status 429', behaviour: failure(429, 'Too many'), reason: /Too many/, tries: 1, api: 429 },
  { name: 'status 422', behaviour: failure(422, 'Unprocessable'), reason: /Unprocessable/, tries: 1, api: 502 },
  {
    name: 'a body over the cap',
    behaviour: json(200, { error: false, data: 'x'.repeat(300_000) }),
    reason: /larger than 200000/,
    tries: 1,
    api: 502,
  },
  { name: 'a cut connection', behaviour: reset, reason: /closed the connection/, tries: 2, api: 502 },
  { name: 'nothing at all', behaviour: silence, reason: /no answer in time/, tries: 1, api: 504 },
];

describe('an upstream that needs most of the time', () => {
  it('answers at the first attempt, and is not called again', async () => {
    await start(5_000);
    site.upstream.answer('blogs/1', later(4_000, data({ blog: blogs[0] })));
    await page('/blogs/1').expect(200);
    expect(times('blogs/1')).toBe(1);
    expect(warnings()).toEqual([]);
    expect(site.log).toContainEqual(expect.objectContaining({ msg: 'content call is slow', call: 'blogs', times: 1 }));
  });
});

describe.each(faults)('an upstream that answers with $name', ({ behaviour, reason, tries, api }) => {
  const timeoutMs = behaviour === silence ? SHORT_TIMEOUT_MS : LONG_TIMEOUT_MS;

  it('makes the page of an item a 503 in the design of the site, logged once', async () => {
    await start(timeoutMs);
    // A list leads to it: a visitor has not invented it.
    await page('/blogs').expect(200);
    site.upstream.answer('blogs/1', behaviour);
    const { status, text: html, headers } = await page('/blogs/1');
    expect(status).toBe(503);
    expect(html).toContain('<h1>Sorry error occured!!!</h1>');
    expect(html).toContain('Himal Trust');
    expect(headers['cache-control']).toBe('no-store');
    expect(times('blogs/1')).toBe(tries);
    expect(warnings()).toEqual([expect.objectContaining({ call: 'blogs/1', reason: expect.stringMatching(reason) })]);
  });

  it('makes its own call a failure with the status that says why', async () => {
    await start(timeoutMs);
    site.upstream.answer('blogs/1', behaviour);
    const { status, body } = await request(site.app).get('/frontapi/en/blogs/1');
    expect(status).toBe(api);
    expect(body).toEqual({ error: true, message: expect.not.stringMatching(/upstream|127\.0\.0\.1/) });
  });
});

describe('home', () => {
  it('leaves the place of a failed block empty, says nothing of it, and is not cached', async () => {
    await start();
    site.upstream.answer('home', failure(500));
    const { status, text: html, headers } = await page('/');
    expect(status).toBe(200);
    expect(headers['cache-control']).toBe('no-store');
    expect(html).toContain('Save for the monsoon');
    expect(html).toContain('Our Blogs');
    expect(html).not.toContain('What we stand for');
    expect(html).not.toContain('Sorry error');
    expect(warnings()).toHaveLength(1);
  });

  it('takes its lists from the home call where the call of their own fails', async () => {
    await start(SHORT_TIMEOUT_MS);
    site.upstream.answer('sliders', failure(500));
    site.upstream.answer('blogs', silence);
    const { status, text: html } = await page('/');
    expect(status).toBe(200);
    expect(html).toContain('Save for the monsoon');
    expect(html).toContain('Blog number 14');
  });

  it('is the error view with 503 where nothing could be had', async () => {
    await start();
    for (const call of ['home', 'sliders', 'blogs']) site.upstream.answer(call, failure(500));
    const { status, text: html } = await page('/');
    expect(status).toBe(503);
    expect(html).toContain('<h1>Sorry error occured!!!</h1>');
    expect(html).toContain('Try again');
  });

  it('is complete, and cached, where the upstream has no notices, vacancies and reports', async () => {
    await start();
    for (const call of ['notice', 'career', 'report']) site.upstream.answer(call, failure(404));
    const { status, text: html, headers } = await page('/');
    expect(status).toBe(200);
    expect(headers['cache-control']).toContain('s-maxage');
    expect(html).toContain('What we stand for');
    expect(html).not.toContain('Next dates');
    expect(warnings()).toEqual([]);
    expect((await page('/')).headers['cache-status']).toContain('hit');
  });

  it('leaves the place of newest notices empty if their call fails, shows everything else, and is cached', async () => {
    await start();
    site.upstream.answer('notice', failure(500));
    const { status, text: html, headers } = await page('/');
    expect(status).toBe(200);
    expect(headers['cache-control']).toMatch(/^public/);
    expect(warnings()).toHaveLength(1);
    expect(html).toContain('Save for the monsoon');
    expect(html).toContain('What we stand for');
    expect(html).not.toContain('href="/notice/');
  });

  it('shows no heading and no hole for what is empty', async () => {
    await start();
    site.upstream.answer(
      'home',
      data({ sliders: [], awareness: null, communications: [], virtue: null, virtues: [], blogs: null }),
    );
    site.upstream.answer('sliders', data({ sliders: null }));
    site.upstream.answer('blogs', data({ blogs: [] }));
    site.upstream.answer('notice', data({ notices: [] }));
    site.upstream.answer('career', data({ careers: [] }));
    site.upstream.answer('report', data({ reports: [] }));
    const { status, text: html } = await page('/');
    expect(status).toBe(200);
    expect(html).not.toMatch(/<h2|<section|View more|Our Blogs/);
  });
});

describe('the site', () => {
  it('is a plain one where the upstream has none', async () => {
    await start();
    site.upstream.answer('site', failure(404));
    const { status, text: html, headers } = await page('/blogs');
    expect(status).toBe(200);
    expect(html).toContain('<title>Blogs | www.himal.example</title>');
    expect(html).toContain('<a href="/blogs" aria-current="page">Blogs</a>');
    expect(headers['cache-control']).toContain('s-maxage');
    // By it the server knows what it has rendered already.
    const [first, second] = [await site.gateway.site(), await site.gateway.site()];
    expect(second.site).toBe(first.site);
  });

  it('is a plain one, not kept, where it cannot be had now', async () => {
    await start();
    site.upstream.answer('site', failure(500));
    const { status, headers } = await page('/blogs');
    expect(status).toBe(200);
    expect(headers['cache-control']).toBe('no-store');
    await request(site.app).get('/favicon.ico').expect('Cache-Control', 'no-store');
  });
});

describe('an upstream that fails later', () => {
  it('is covered by what it answered before', async () => {
    site = await startSite({ CONTENT_TTL: '0' });
    await page('/blogs/1').expect(200);
    site.upstream.answer('blogs/1', reset);
    await page('/blogs/1').expect(200);
    await expect.poll(() => warnings().length).toBe(1);
    const { text: html } = await page('/blogs/1');
    expect(html).toContain('Text of blog 1.');
  });
});

describe('an upstream whose TLS fails', () => {
  it('is told of to the operator alone', async () => {
    const plain = await startSite();
    site = await startSite({ FRONTAPI_URL: plain.upstream.url.replace('http:', 'https:'), UPSTREAM_TIMEOUT: '2000' });
    const { status, text: html } = await page('/blogs/1');
    expect(status).toBe(503);
    expect(html).not.toMatch(/SSL|TLS|EPROTO|127\.0\.0\.1/);
    expect(warnings()).toContainEqual(
      expect.objectContaining({
        call: 'blogs/1',
        reason: expect.stringMatching(/speaks plain HTTP, not TLS: begin FRONTAPI_URL with http:/),
      }),
    );
    await plain.close();
  });
});

describe('what has been taken down', () => {
  it('is not there any more, whatever was answered before', async () => {
    site = await startSite({ CONTENT_TTL: '0' });
    await page('/blogs/1').expect(200);
    site.upstream.answer('blogs/1', failure(404));
    await expect.poll(async () => (await page('/blogs/1')).status).toBe(404);
  });
});

describe('an upstream without any of the calls', () => {
  it('is probably at another address, which is logged', async () => {
    await start();
    const calls = ['site', 'home', 'news', 'blogs', 'faq', 'bod', 'contact', 'downloads'];
    for (const call of calls) site.upstream.answer(call, failure(404));
    for (const call of calls) await request(site.app).get(`/frontapi/en/${call}`).expect(404);
    expect(warnings()).toContainEqual(
      expect.objectContaining({ code: 'nothing-found', reason: expect.stringMatching(/there is no content API/) }),
    );
  });
});

describe('an item of which the upstream says that it is a draft', () => {
  it('is not there for visitors, in a list or by itself', async () => {
    await start();
    const [first, ...others] = blogs.map((blog) => ({ ...blog, status: 'published' }));
    site.upstream.answer('blogs', data({ blogs: [{ ...first, status: 'draft' }, ...others] }));
    site.upstream.answer(`blogs/${first?.id}`, data({ blog: { ...first, draft: true } }));
    const { body } = await request(site.app).get('/frontapi/en/blogs');
    expect(body.data.pagination.total).toBe(others.length);
    expect(body.data.blogs.map(({ id }: { id: string }) => id)).not.toContain(String(first?.id));
    await page(`/blogs/${first?.id}`).expect(404);
  });
});

describe('a good answer', () => {
  const asMap = Object.fromEntries(blogs.map((blog, index) => [index, blog]));
  const paginator = { current_page: '1', last_page: '1', per_page: '15', total: '14', data: blogs };
  it.each([
    ['an array', { blogs }],
    ["PHP's map", { blogs: asMap }],
    ['a list beside its pagination', { blogs, pagination: { current_page: 1, last_page: 1, per_page: 14, total: 14 } }],
  ])('may be %s', async (_, form) => {
    await start();
    site.upstream.answer('blogs', data(form));
    const { body } = await request(site.app).get('/frontapi/en/blogs?page=2');
    expect(body.data.blogs.map(({ id }: { id: string }) => id)).toEqual(['2', '1']);
    expect(body.data.pagination).toEqual({ current_page: 2, last_page: 2, per_page: 12, total: 14 });
  });

  it('may be one page of a paginator', async () => {
    await start();
    const second = { current_page: 2, last_page: 3, per_page: 5, total: '14', data: blogs.slice(5, 10) };
    site.upstream.answer('blogs?page=2', data({ blogs: second }));
    const { body } = await request(site.app).get('/frontapi/en/blogs?page=2');
    expect(body.data.blogs).toHaveLength(5);
    expect(body.data.pagination).toEqual({ current_page: 2, last_page: 3, per_page: 5, total: 14 });
  });

  it('keeps what fits of a list, and says what does not', async () => {
    await start();
    site.upstream.answer(
      'blogs',
      data({ blogs: [blogs[0], { id: 99 }, 'x', { ...blogs[1], created_at: 'soon', summary: null }] }),
    );
    const { body } = await request(site.app).get('/frontapi/en/blogs');
    expect(body.data.blogs.map(({ id }: { id: string }) => id)).toEqual(['14', '13']);
    expect(body.data.blogs[1]).not.toHaveProperty('created_at');
    expect(warnings()).toEqual([
      expect.objectContaining({
        call: 'blogs',
        dropped: [
          { id: '99', path: 'blogs[1]', reason: 'name: is missing' },
          { path: 'blogs[2]', reason: expect.stringContaining('expected fields') },
          { id: '13', path: 'blogs[3].created_at', reason: expect.stringContaining('received "soon"') },
        ],
      }),
    ]);
  });

  it('says what does not fit once, not at each refresh', async () => {
    site = await startSite({ CONTENT_TTL: '0' });
    site.upstream.answer('blogs', data({ blogs: [blogs[0], { id: 99 }] }));
    const timesAfterVisit = async () => {
      await page('/blogs').expect(200);
      return times('blogs');
    };
    await expect.poll(timesAfterVisit).toBeGreaterThan(3);
    expect(warnings()).toHaveLength(1);
  });

  it('may hold an id twice: the first is meant', async () => {
    await start();
    site.upstream.answer('blogs', data({ blogs: [blogs[0], { ...blogs[1], id: '14' }, blogs[2]] }));
    const { body } = await request(site.app).get('/frontapi/en/blogs');
    expect(body.data.blogs.map(({ name }: { name: string }) => name)).toEqual(['Blog number 14', 'Blog number 12']);
    expect(warnings()).toMatchObject([
      { dropped: [{ path: 'blogs[1]', reason: 'id: already used by an earlier item' }] },
    ]);
  });

  it("may be Laravel's paginator, with numbers as text and pages larger than ours", async () => {
    await start();
    site.upstream.answer('blogs', data({ blogs: paginator }));
    const { body } = await request(site.app).get('/frontapi/en/blogs');
    expect(body.data.blogs).toHaveLength(14);
    // Its second page would be empty.
    expect(body.data.pagination).toEqual({ current_page: 1, last_page: 1, per_page: 15, total: 14 });
  });

  it('may be a huge list', async () => {
    site = await startSite({ UPSTREAM_MAX_BYTES: '20000000', UPSTREAM_TIMEOUT: '30000' });
    const many = Array.from({ length: 8_000 }, (_, index) => ({ ...blogs[0], id: index + 1, files: [] }));
    site.upstream.answer('blogs', data({ blogs: many }));
    const { status, text: html } = await page('/blogs?page=667');
    expect(status).toBe(200);
    expect(html).toContain('7993 to 8000 of 8000 blogs');
  });

  it('may end its connection, which others were to use', async () => {
    await start();
    for (const id of [1, 2, 3]) {
      site.upstream.answer(`blogs/${id}`, (response) => {
        response.setHeader('connection', 'keep-alive');
        response.on('finish', () => setImmediate(() => response.socket?.destroy()));
        return data({ blog: { ...blogs[0], id } })(response, response.req);
      });
    }
    for (const id of [1, 2, 3]) await page(`/blogs/${id}`).expect(200);
  });

  it('may come late, within the time there is', async () => {
    await start();
    site.upstream.answer('blogs/1', later(150, data({ blog: blogs[0] })));
    await page('/blogs/1').expect(200);
  });
});
