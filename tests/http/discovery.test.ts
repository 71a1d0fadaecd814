// @module-tag repeated

import { XMLValidator } from 'fast-xml-parser';
import request from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startSite, type TestSite } from '../support/site.ts';
import { type Behaviour, data, failure, later } from '../support/upstream.ts';

/* How the site is found: sitemap, robots, feeds. */

let site: TestSite;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.close());

const get = (path: string) => request(site.app).get(path);
const locations = (xml: string) =>
  [...xml.matchAll(/<loc>https:\/\/www\.himal\.example(.*?)<\/loc>/g)].map(([, path]) => path);

describe('/sitemap.xml', () => {
  it('lists every page and item with its last change', async () => {
    const { status, headers, text } = await get('/sitemap.xml');
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('application/xml');
    expect(headers['cache-control']).toBe('public, max-age=600');
    expect(headers.etag).toBeDefined();
    const found = locations(text);
    expect(new Set(found).size).toBe(found.length);
    for (const path of [
      '/',
      '/about',
      '/bod',
      '/blogs/1',
      '/blogs/14',
      '/news/2',
      '/notice/2',
      '/album/1',
      '/career/1/show',
      '/department/1',
      '/services/demat',
      '/page/fees',
      '/companyInfo',
      '/service-center',
    ]) {
      expect(found).toContain(path);
    }
    expect(found).not.toContain('/notice/5');
    expect(found).not.toContain('/old-questions');
    expect(text).toMatch(/news\/2<\/loc><lastmod>2024-04-02T03:15:00/);
    await get('/sitemap.xml').set('If-None-Match', String(headers.etag)).expect(304);
  });

  it('names no page of another site to which the site links', async () => {
    const linking = await startSite();
    const footer = [
      { label: 'Elsewhere', href: 'https://elsewhere.example/page/foo' },
      { label: 'Here', href: '/page/unlisted' },
      { label: 'Gone', href: '/page/gone' },
    ];
    linking.upstream.answer('site', data({ site: { name: 'Himal', footer } }));
    linking.upstream.answer('page/unlisted', data({ page: { id: 9, name: 'Unlisted' } }));
    linking.upstream.answer('page/gone', failure(404));
    let text = '';
    await expect
      .poll(async () => {
        ({ text } = await request(linking.app).get('/sitemap.xml'));
        return locations(text);
      })
      .toContain('/page/unlisted');
    expect(text).not.toMatch(/elsewhere|\/page\/foo|\/page\/gone/);
    await linking.close();
  });

  it('leaves out what says of itself that it is not to be indexed', async () => {
    const late = await startSite();
    late.upstream.answer(
      'career',
      data({
        careers: [
          { id: 71, name: 'Closed', deadline: '2020-01-01' },
          { id: 72, name: 'Open', deadline: '2041-01-01' },
          { id: 73, name: 'Always' },
        ],
      }),
    );
    const found = locations((await request(late.app).get('/sitemap.xml')).text);
    expect(found.filter((path) => path?.startsWith('/career/'))).toEqual(['/career/72/show', '/career/73/show']);
    await late.close();
  });

  /** A list without an end. @param idOf an item's, by its page */
  const endless =
    (idOf: (page: number) => number): Behaviour =>
    (response, incoming) => {
      const page = Number(new URL(incoming.url ?? '', 'http://x').searchParams.get('page') ?? 1);
      const list = { current_page: page, last_page: 1_000_000, per_page: 50, total: 50_000_000 };
      return data({ news: { ...list, data: [{ id: idOf(page), name: 'N' }] } })(response, incoming);
    };

  it('asks no further than a list that repeats itself', async () => {
    const broken = await startSite();
    broken.upstream.answer(
      'news',
      endless((page) => Math.min(page, 3)),
    );
    const { headers, text } = await request(broken.app).get('/sitemap.xml');
    expect(headers['cache-control']).toBe('public, max-age=600');
    expect(locations(text)).toContain('/news/3');
    expect(
      broken.upstream.calls.filter(({ address }) => /^news\?(.*&)?page=/.test(address)).length,
    ).toBeLessThanOrEqual(3);
    await broken.close();
  });

  it('asks for a list that is too long one call at a time, and says that it is cut', async () => {
    const many = await startSite();
    let now = 0;
    let most = 0;
    many.upstream.answer('news', async (response, incoming) => {
      now += 1;
      most = Math.max(most, now);
      await endless((page) => page)(response, incoming);
      now -= 1;
    });
    await request(many.app).get('/sitemap.xml').expect(200);
    const newsCalls = () => many.upstream.calls.filter(({ address }) => address.startsWith('news')).length;
    await expect.poll(newsCalls).toBeGreaterThan(10);
    expect(many.log.filter(({ msg }) => msg.startsWith('a list is too long'))).toEqual([
      expect.objectContaining({ call: 'news', last_page: 1_000_000, read: 1_000 }),
    ]);
    expect(most).toBe(1);
    await many.close();
  });

  it('gives up an inventory that a purge has made an old one', async () => {
    const many = await startSite();
    many.upstream.answer(
      'news',
      later(
        20,
        endless((page) => page),
      ),
    );
    await request(many.app).get('/sitemap.xml').expect(200);
    await many.gateway.purge();
    many.upstream.answer('news', later(20, data({ news: [{ id: 7, name: 'The only one' }] })));
    const { text } = await request(many.app).get('/sitemap.xml');
    expect(locations(text).filter((path) => path?.startsWith('/news/'))).toEqual(['/news/7']);
    // Other lists go on being read: only the calls of this one have ended.
    const newsCalls = () => many.upstream.calls.filter(({ address }) => address.startsWith('news')).length;
    const asked = newsCalls();
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(newsCalls()).toBe(asked);
    await many.close();
  });

  it('serves what is known where a call fails, and is not kept', async () => {
    const broken = await startSite();
    broken.upstream.answer('news', failure(500));
    const { status, headers, text } = await request(broken.app).get('/sitemap.xml');
    expect(status).toBe(200);
    expect(headers['cache-control']).toBe('no-store');
    expect(locations(text)).toContain('/blogs/1');
    await broken.close();
  });
});

describe('/robots.txt', () => {
  it('invites, and names the sitemap', async () => {
    const { text, headers } = await get('/robots.txt');
    expect(text).toBe('User-agent: *\nDisallow: /frontapi/\n\nSitemap: https://www.himal.example/sitemap.xml\n');
    expect(headers['content-type']).toBe('text/plain; charset=utf-8');
    expect(headers.etag).toBeDefined();
  });

  it('keeps everybody out where nothing is to be indexed', async () => {
    const staging = await startSite({ SITE_INDEXABLE: 'false' });
    expect((await request(staging.app).get('/robots.txt')).text).toBe('User-agent: *\nDisallow: /\n');
    await staging.close();
  });
});

describe('feeds', () => {
  it.each([
    ['/feed.xml', 'Himal Trust', 20],
    ['/blogs/feed.xml', 'Blogs of Himal Trust', 14],
    ['/news/feed.xml', 'News of Himal Trust', 3],
    ['/notice/feed.xml', 'Notices of Himal Trust', 3],
  ])('%s has the latest', async (path, title, count) => {
    const { status, headers, text } = await get(path);
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('application/atom+xml; charset=utf-8');
    expect(headers['cache-control']).toBe('public, max-age=600');
    expect(XMLValidator.validate(text)).toBe(true);
    expect(text).toContain(`<title>${title}</title>`);
    expect(text.match(/<entry>/g)).toHaveLength(count);
    expect(text).toContain(`<link rel="self" href="https://www.himal.example${path}"/>`);
    await get(path).set('If-None-Match', String(headers.etag)).expect(304);
  });

  it('are XML whatever characters are in a name', async () => {
    const odd = await startSite();
    odd.upstream.answer(
      'news',
      data({ news: [{ id: 1, name: 'Two\u000blines', summary: 'a\u0001b \ufffe', created_at: '2024-01-01' }] }),
    );
    const { text } = await request(odd.app).get('/news/feed.xml').expect(200);
    for (const character of ['\u000b', '\u0001', '\ufffe']) expect(text).not.toContain(character);
    expect(text).toContain('Twolines');
    await odd.close();
  });

  it('lead to the page of a table, which is addressed by its slug', async () => {
    const { text } = await get('/data/feed.xml').expect(200);
    expect(text).toContain('<id>https://www.himal.example/data/values</id>');
  });

  it('come the newest first, whatever is pinned', async () => {
    const { text } = await get('/notice/feed.xml');
    expect([...text.matchAll(/<id>https:\/\/www\.himal\.example\/notice\/(\d+)<\/id>/g)].map(([, id]) => id)).toEqual([
      '4',
      '1',
      '2',
    ]);
  });

  it('are named in the head of the pages', async () => {
    const { text } = await get('/news?page=1');
    expect(text).toContain(
      '<link rel="alternate" type="application/atom+xml" title="News of Himal Trust" href="/news/feed.xml"/>',
    );
    expect(text).toContain('<link rel="alternate" type="application/atom+xml" title="Himal Trust" href="/feed.xml"/>');
  });

  it('are calmly not there while their content is not', async () => {
    const broken = await startSite();
    broken.upstream.answer('news', failure(500));
    await request(broken.app).get('/news/feed.xml').expect(503);
    await request(broken.app).get('/albums/feed.xml').expect(404);
    await broken.close();
  });

  it('have the lists that there are', async () => {
    const other = await startSite();
    other.upstream.answer('news', failure(404));
    await request(other.app).get('/news/feed.xml').expect(404);
    const { text } = await request(other.app).get('/feed.xml').expect(200);
    expect(text).toContain('/blogs/1</id>');
    expect(text).not.toContain('/news/');
    await other.close();
  });

  it('are stored by no cache while the name of the site is missing', async () => {
    const other = await startSite();
    other.upstream.answer('site', failure(500));
    await request(other.app).get('/feed.xml').expect(200).expect('Cache-Control', 'no-store');
    await other.close();
  });
});

describe('the description of the search', () => {
  const named = async (name: string) => {
    const other = await startSite({ LOCALES: 'en,ne' });
    other.upstream.answer('site', data({ site: { name } }));
    const { text } = await request(other.app).get('/opensearch.xml').expect(200);
    await other.close();
    expect(XMLValidator.validate(text)).toBe(true);
    return /<ShortName>(.*)<\/ShortName>\n<LongName>(.*)<\/LongName>/.exec(text)?.slice(1);
  };

  it('says where a browser finds the results', async () => {
    const { headers, text } = await get('/opensearch.xml').expect(200);
    expect(headers['content-type']).toBe('application/opensearchdescription+xml; charset=utf-8');
    expect(headers['cache-control']).toBe('public, max-age=600');
    expect(XMLValidator.validate(text)).toBe(true);
    expect(text).toContain('<ShortName>Himal Trust</ShortName>');
    expect(text).toContain('<Description>Search the pages, documents and people of Himal Trust.</Description>');
    expect(text).toContain('<Url type="text/html" template="https://www.himal.example/search?q={searchTerms}"/>');
    expect(text).toContain('<Language>en</Language>');
    expect(text).not.toContain('suggestions');
    await get('/opensearch.xml').set('If-None-Match', String(headers.etag)).expect(304);
    await get('/ne/opensearch.xml').expect(404);
  });

  it('has names within the bounds of the format, whatever is in the name of the site', async () => {
    expect(await named('Juneli Investment Company Limited')).toEqual(['Juneli', 'Juneli Investment Company Limited']);
    expect(await named('A & B <c> "d" \u0001e')).toEqual([
      'A &amp; B &lt;c&gt; &quot;d&quot; e',
      'A &amp; B &lt;c&gt; &quot;d&quot; e',
    ]);
    const [short = '', long = ''] = (await named('विश्वसनीयतापूर्णलगानीसंस्था'.repeat(3))) ?? [];
    expect(short.length).toBeGreaterThan(10);
    expect(short.length).toBeLessThanOrEqual(16);
    expect(long.length).toBeLessThanOrEqual(48);
    expect('विश्वसनीयतापूर्णलगानीसंस्था'.charAt(short.length)).not.toMatch(/\p{M}/u);
  });

  it('is one of each edition, in its language, and named in the head of its pages', async () => {
    const both = await startSite({ LOCALES: 'en,ne' });
    both.upstream.answer('ne/site', data({ site: { name: 'हिमाल ट्रस्ट' } }));
    const { headers, text } = await request(both.app).get('/ne/opensearch.xml').expect(200);
    expect(headers['content-language']).toBe('ne');
    expect(text).toContain('<ShortName>हिमाल ट्रस्ट</ShortName>');
    expect(text).toContain('template="https://www.himal.example/ne/search?q={searchTerms}"');
    expect(text).toContain('<Language>ne</Language>');
    for (const [path, name, base] of [
      ['/faq', 'Himal Trust', ''],
      ['/ne/search', 'हिमाल ट्रस्ट', '/ne'],
    ] as const) {
      const page = await request(both.app).get(path).set('User-Agent', 'Googlebot/2.1');
      expect(page.text).toContain(
        `<link rel="search" type="application/opensearchdescription+xml" title="${name}" href="${base}/opensearch.xml"/>`,
      );
    }
    await both.close();
  });

  it('is not kept while the name of the site is not known', async () => {
    const broken = await startSite();
    broken.upstream.answer('site', failure(500));
    const { headers } = await request(broken.app).get('/opensearch.xml').expect(200);
    expect(headers['cache-control']).toBe('no-store');
    await broken.close();
  });
});

describe('/.well-known/security.txt', () => {
  it('is what the site says, or nothing', async () => {
    expect((await get('/.well-known/security.txt')).status).toBe(404);
    const text = 'Contact: mailto:safe@himal.example\nExpires: 2027-12-31T18:15:00Z';
    site.upstream.answer('site', data({ site: { name: 'Himal Trust', security: text } }));
    await site.gateway.purge();
    const answer = await get('/.well-known/security.txt');
    expect(answer.status).toBe(200);
    expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8');
    expect(answer.text).toBe(`${text}\n`);
    site.upstream.behave();
    await site.gateway.purge();
  });
});
