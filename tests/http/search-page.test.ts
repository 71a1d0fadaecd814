import request from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { site as siteContent } from '../support/content.ts';
import { startSite, type TestSite } from '../support/site.ts';
import { data, failure } from '../support/upstream.ts';

/* The page of the search over everything, complete without scripts. The upstream answers the call. */

const pagination = { current_page: 1, last_page: 1, per_page: 12, total: 1 };
const answer = (fields: object) => data({ results: [], pagination, ...fields });

const RESULTS = [
  {
    kind: 'notice',
    id: '7',
    name: 'Cash dividend',
    href: '/notice/7',
    place: 'Notices',
    date: '2024-03-05',
    excerpt: 'The <mark>dividend</mark> of <b>8</b> & more, <mark>divid',
  },
  {
    kind: 'report',
    id: '7',
    name: 'Annual report',
    href: '/report?page=2',
    place: 'Annual',
    excerpt: 'A <mark>dividend</mark>\nof 8 %',
    file: { name: 'report.pdf', href: '/media/report.pdf' },
  },
  { kind: 'notice', id: '8', name: 'लाभांश', href: '/notice/8', lang: 'ne', excerpt: 'यो <mark>लाभांश</mark> हो' },
  { kind: 'video', name: 'A film', href: 'https://video.example/film' },
];
const FACETS = [
  { kind: 'notice', label: 'Notices', count: 20 },
  { kind: 'report', label: 'Reports', count: 5 },
];
const FILTERS = { fiscal_year: [{ value: '2080/81', label: '2080/81', count: 3 }] };
const MANY = {
  results: RESULTS,
  facets: FACETS,
  filters: FILTERS,
  pagination: { ...pagination, last_page: 3, total: 25 },
};

let site: TestSite;
beforeAll(async () => {
  site = await startSite({ LOCALES: 'en,ne' });
  const { answer: set } = site.upstream;
  set('ne/site', data({ site: { ...siteContent, name: 'हिमाल ट्रस्ट', menu: [{ label: 'ब्लग', href: '/blogs' }] } }));
  set('search?q=dividend', answer(MANY));
  set('ne/search?q=dividend', answer(MANY));
  set(
    'search?fiscal_year=2080%2F81&kind=notice&page=2&q=dividend',
    answer({
      ...MANY,
      pagination: { ...pagination, current_page: 2, last_page: 3, total: 25 },
    }),
  );
});
afterAll(() => site.close());

const get = (path: string) => request(site.app).get(path);
const page = async (path: string): Promise<string> => (await get(path).expect(200)).text;
const main = async (path: string) => /<main[^>]*>([\s\S]*)<\/main>/.exec(await page(path))?.[1] ?? '';
/** The answer to a query of its own. */
const show = (q: string, fields: object) => {
  site.upstream.answer(`search?${new URLSearchParams({ q })}`, answer(fields));
  return main(`/search?${new URLSearchParams({ q })}`);
};

describe('without words', () => {
  it.each(['/search', '/search?q=', '/search?q=++&kind=notice'])('%s has the form and the sections', async (path) => {
    const before = site.upstream.calls.length;
    const html = await main(path);
    expect(html).toMatch(/<search[^>]*><form [^>]*action="\/search">/);
    expect(html).toMatch(/<label [^>]*for="search-words">Search<\/label>/);
    expect(html).toMatch(
      /<input type="search" id="search-words" [^>]*name="q" maxLength="100"|<input [^>]*maxLength="100"/,
    );
    expect(html).toContain('Search the pages, documents and people of Himal Trust.');
    expect(html).toContain('<a href="/blogs">Blogs</a>');
    expect(html).toContain('<strong>About us</strong>');
    expect(site.upstream.calls.slice(before).filter(({ address }) => address.startsWith('search'))).toEqual([]);
  });

  it('is not for search engines, and for shared caches for seconds', async () => {
    const { text, headers } = await get('/search').expect(200);
    expect(text).toContain('<title>Search | Himal Trust</title>');
    expect(text).toContain('<meta name="robots" content="noindex"/>');
    expect(text).toContain('<link rel="canonical" href="https://www.himal.example/search"/>');
    expect(headers['cache-control']).toBe('public, max-age=0, s-maxage=10');
    // A page that robots.txt excludes is not read, and so not known to be `noindex`.
    expect((await get('/robots.txt')).text).not.toContain('search');
  });
});

describe('the results', () => {
  it('have a head of their own', async () => {
    const { text, headers } = await get('/search?q=dividend').expect(200);
    expect(text).toContain('<title>“dividend”: search results | Himal Trust</title>');
    expect(text).toContain('<meta name="robots" content="noindex"/>');
    expect(text).toContain('<link rel="canonical" href="https://www.himal.example/search?q=dividend"/>');
    expect(headers['cache-control']).toBe('public, max-age=0, s-maxage=10');
    expect(await page('/search?q=dividend&kind=notice&fiscal_year=2080%2F81&page=2')).toContain(
      '<title>“dividend”: search results, page 2 | Himal Trust</title>',
    );
  });

  it('have name, place, date and the words around the matches', async () => {
    const html = await main('/search?q=dividend');
    expect(html).toContain('1 to 12 of 25 results');
    expect(html.match(/<ol[ >]/g)).toHaveLength(1);
    expect(html).toContain('<h2><a href="/notice/7">Cash dividend</a></h2>');
    expect(html).toMatch(/<span>Notices<\/span><time dateTime="2024-03-05[^"]*">March 5th 2024<\/time>/i);
    expect(html).toContain('The <mark>dividend</mark> of &lt;b&gt;8&lt;/b&gt; &amp; more, &lt;mark&gt;divid</p>');
    expect(html).toContain('<span>Reports</span><span>Annual</span>');
    expect(html).toMatch(/In the document <a href="[^"]+\/media\/report\.pdf">report\.pdf<\/a>/);
    expect(html).toMatch(/<h2 lang="ne"><a href="\/notice\/8">लाभांश<\/a><\/h2><small[^>]*>in Nepali<\/small>/);
    expect(html).toContain('<p lang="ne">यो <mark>लाभांश</mark> हो</p>');
    expect(html).toContain('<article><h2><a href="https://video.example/film">A film</a>');
  });

  it('can be narrowed by kind and fiscal year, and paged, without losing what was asked', async () => {
    const html = await main('/search?q=dividend');
    expect(html).toMatch(/<nav [^>]*aria-label="Kinds of results">/);
    expect(html).toContain('<a href="/search?q=dividend" aria-current="true">All (25)</a>');
    expect(html).toContain('<a href="/search?q=dividend&amp;kind=report">Reports (5)</a>');
    expect(html).toContain('<option value="2080/81">2080/81 (3)</option>');
    expect(html).toContain('<a href="/search?q=dividend&amp;page=2" rel="next">');

    const narrowed = await main('/search?q=dividend&kind=notice&fiscal_year=2080%2F81&page=2');
    expect(narrowed).toContain('13 to 24 of 25 results');
    expect(narrowed).toContain('<input type="hidden" name="kind" value="notice"/>');
    expect(narrowed).toContain('<option value="2080/81" selected="">');
    expect(narrowed).toContain('<a href="/search?q=dividend&amp;fiscal_year=2080%2F81">All (25)</a>');
    expect(narrowed).toContain(
      '<a href="/search?q=dividend&amp;kind=notice&amp;fiscal_year=2080%2F81" aria-current="true">Notices (20)</a>',
    );
    expect(narrowed).toContain('<a href="/search?q=dividend&amp;kind=notice&amp;fiscal_year=2080%2F81" rel="prev">');
  });

  it('in Nepali are those of that edition', async () => {
    const html = await page('/ne/search?q=dividend');
    expect(html).toContain('<html lang="ne">');
    expect(html).toContain('<title>“dividend”: खोजका नतिजा | हिमाल ट्रस्ट</title>');
    expect(html).toMatch(/<form [^>]*action="\/ne\/search">/);
    expect(html).toContain('२५ वटा नतिजामध्ये १ देखि १२ सम्म');
    expect(html).toContain('<h2><a href="/ne/notice/7">Cash dividend</a></h2>');
    expect(html).toContain('<option value="2080/81">२०८०/८१ (३)</option>');
    expect(html).toContain('<a href="/ne/search?q=dividend&amp;kind=report">Reports (५)</a>');
    expect(html).toContain('<a href="/ne/search?q=dividend&amp;page=2" rel="next">');
  });

  it('of a search index that is still being built say so', async () => {
    expect(await show('early', { results: RESULTS, is_partial: true })).toContain(
      'The search is still being prepared: some pages may be missing.',
    );
    expect(await main('/search?q=dividend')).not.toContain('still being prepared');
  });

  it('take hostile words and results as text', async () => {
    const evil = '"><script>alert(1)</script>';
    const result = {
      kind: 'notice',
      id: '1',
      name: evil,
      href: 'javascript:alert(1)',
      excerpt: `<mark>${evil}</mark>`,
    };
    const html = await show(evil, {
      results: [{ ...result, href: '/notice/1' }, result],
      facets: [
        { kind: evil, label: evil, count: 1 },
        { kind: 'notice', count: 2 },
      ],
      did_you_mean: evil,
    });
    expect(html).not.toMatch(/<script>alert/);
    expect(html).toContain('value="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;"');
    expect(html).toContain('<mark>&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;</mark>');
    expect(html).not.toContain('javascript:');
    expect(await page(`/search?${new URLSearchParams({ q: evil })}`)).not.toMatch(/<script>alert/);
  });
});

describe('the thing that the words name', () => {
  it('is a branch, with address, telephone, mail and opening hours', async () => {
    const html = await show('Pokhara', {
      direct: {
        kind: 'service-center',
        id: '2',
        name: 'Pokhara',
        href: '/service-center#center-2',
        place: 'Service centres',
        address: 'New Road 1',
        phones: ['+977-61-555010'],
        email: 'pokhara@himal.example',
        hours: [{ days: 'Sunday to Thursday', open: '10:00', close: '17:00' }],
      },
    });
    expect(html).toContain('<h2><a href="/service-center#center-2">Pokhara</a></h2>');
    expect(html).toContain('<dt>Address</dt><dd>New Road 1</dd>');
    expect(html).toContain('<a href="tel:+97761555010">+977-61-555010</a>');
    expect(html).toContain('<a href="mailto:pokhara@himal.example">');
    expect(html).toContain('Sunday to Thursday, 10:00 to 17:00');
    expect(html).not.toContain('Nothing was found');
  });

  it('is a person', async () => {
    const html = await show('Maya', {
      direct: {
        kind: 'management',
        id: '3',
        name: 'Maya Gurung',
        href: '/management',
        designation: 'Chief',
        phones: ['100'],
      },
    });
    expect(html).toContain('<p>Chief</p>');
    expect(html).toContain('<a href="tel:100">100</a>');
  });

  it('is a question with its answer', async () => {
    const html = await show('what is a share', {
      direct: { kind: 'faq', id: '1', name: 'What is a share?', href: '/faq#question-1', text: 'A part <b>of</b> it.' },
    });
    expect(html).toContain('<a href="/faq#question-1">What is a share?</a>');
    expect(html).toContain('A part &lt;b&gt;of&lt;/b&gt; it.');
  });

  it('is a document with that reference number', async () => {
    const html = await show('HT/80/12', {
      direct: {
        kind: 'notice',
        id: '2',
        name: 'Book closure',
        href: '/notice/2',
        reference_no: 'HT/80/12',
        date: '2023-01-01',
        files: [{ location: '/storage/closure.pdf', mime: 'application/pdf', size: 40_000 }],
      },
    });
    expect(html).toContain('<dt>Reference</dt><dd>HT/80/12</dd>');
    expect(html).toMatch(/<dt>Published<\/dt><dd><time [^>]*>January 1st 2023<\/time><\/dd>/);
    expect(html).toMatch(
      /<a [^>]*href="[^"]*closure\.pdf" type="application\/pdf"><span>Book closure<\/span> <small>\(PDF, 40\u00a0kB\)<\/small>/,
    );
  });
});

describe('where nothing is found', () => {
  it('the page says what to do', async () => {
    const html = await show('dividnd', { did_you_mean: 'dividend & more', pagination: { ...pagination, total: 0 } });
    // Announced when a filter leaves nothing.
    expect(html).toMatch(/<p id="list-status">Nothing was found for “dividnd”\.<\/p>/);
    expect(html).toContain('Did you mean <a href="/search?q=dividend+%26+more">dividend &amp; more</a>?');
    expect(html).toContain('or <a href="/contact">contact us</a>.');
    expect(html).toContain('<h2 id="sections">Sections of the site</h2>');
    expect(html).not.toMatch(/<ol[ >]/);
  });

  it('in a kind, the others are one click away', async () => {
    site.upstream.answer('search?kind=blogs&q=dividend', answer({ facets: FACETS }));
    const html = await main('/search?q=dividend&kind=blogs');
    expect(html).toContain('<a href="/search?q=dividend">All (25)</a>');
  });

  it.each([
    ['/search?q=dividend&page=9999', 404, 'Content Not Available'],
    [`/search?q=${'a'.repeat(101)}`, 400, 'Sorry error occured!!!'],
    ['/search?q=dividend&page=0', 400, 'Sorry error occured!!!'],
    ['/search?q=a&q=b', 400, 'Sorry error occured!!!'],
  ])('%s is a calm %i', async (path, status, words) => {
    site.upstream.answer('search?page=9999&q=dividend', answer(MANY));
    const { text } = await get(path).expect(status);
    expect(text).toContain(words);
  });

  it('because the search fails, the error view is not kept', async () => {
    site.upstream.answer('search?q=broken', failure(500));
    const { headers } = await get('/search?q=broken').expect(503);
    expect(headers['cache-control']).toBe('no-store');
  });
});

describe('a page that is not there', () => {
  it('offers the search with the words of its own address', async () => {
    const fields = await Promise.all(
      ['/private-name-1', '/private-name-2/x', '/%3Cscript%3E', '/blogs/4711', '/%E0%A4%B2%E0%A4%BE%E0%A4%AD'].map(
        async (path) => {
          const { text } = await get(path).expect(404);
          expect(text).toMatch(/<form [^>]*action="\/search">/);
          expect(text).not.toContain('address of this page');
          return /<input [^>]*id="search-words"[^>]* value="([^"]*)"/.exec(text)?.[1];
        },
      ),
    );
    expect(fields).toEqual(['private name 1', 'private name 2 x', 'script', 'blogs 4711', 'लाभ']);
  });
});
