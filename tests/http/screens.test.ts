import request from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inDays } from '../support/content.ts';
import { UPSTREAM_SCREENS } from '../support/screens.ts';
import { startSite, type TestSite } from '../support/site.ts';
import { data } from '../support/upstream.ts';

/* What each screen makes of its content; the upstream's is in tests/support/content.ts. */

let site: TestSite;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.close());

const page = async (path: string): Promise<string> => {
  const { status, text } = await request(site.app).get(path).set('User-Agent', 'Googlebot/2.1');
  expect(status, path).toBe(200);
  return text;
};
/** A page's words in order, without its head, islands and placeholders. */
const words = async (path: string): Promise<string> =>
  (await page(path))
    .replace(/^[\s\S]*<main[^>]*>/, '')
    .replace(/<\/main>[\s\S]*$/, '')
    .replace(/<script[\s\S]*?<\/script>/g, '')
    .replace(/<noscript>[\s\S]*?<\/noscript>/g, '')
    .replaceAll('<wbr/>', '')
    .replace(/<[^>]+>/g, ' ')
    .replaceAll('&#x27;', "'")
    .replace(/\s+/g, ' ');
const jsonLd = async (path: string): Promise<Record<string, unknown>[]> =>
  [...(await page(path)).matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g)].map(([, json = '']) =>
    JSON.parse(json),
  );
const isIndexed = async (path: string) => !(await page(path)).includes('<meta name="robots" content="noindex"/>');

describe('a control that needs scripts', () => {
  it.each(UPSTREAM_SCREENS)('on %s is marked, so that a click before hydration is not lost', async (path) => {
    // A closed dialog is opened by scripts.
    const html = (await page(path)).replace(/<dialog[\s\S]*?<\/dialog>/g, '');
    const buttons = [...html.matchAll(/<button\b[^>]*>/g)].map(([tag]) => tag);
    expect(buttons.length).toBeGreaterThan(0);
    for (const tag of buttons) expect(tag).toMatch(/type="submit"|popoverTarget=|data-scripted/i);
  });
});

describe('a list', () => {
  it('can be searched and filtered by a plain form, which keeps what was asked', async () => {
    const html = await page('/blogs?search=number&category=saving');
    expect(html).toMatch(/<form [^>]*action="\/blogs">/);
    expect(html).toMatch(/<input type="search" maxLength="100" name="search" value="number"\/>/);
    expect(html).toMatch(/<option value="saving" selected="">Saving \(7\)<\/option>/);
    expect(html).toContain('<a href="/blogs">Show all</a>');
    expect(await words('/blogs?search=number&category=saving')).toContain('7 blogs');
  });

  it('says how many there are, and which are shown', async () => {
    expect(await words('/blogs')).toContain('1 to 12 of 14 blogs');
    expect(await words('/blogs?page=2')).toContain('13 to 14 of 14 blogs');
    expect(await words('/news')).toContain('3 news');
    expect(await words('/department')).toContain('1 department ');
  });

  it('keeps what was asked from page to page', async () => {
    const html = await page('/blogs?search=number');
    expect(html).toContain('<a href="/blogs?search=number&amp;page=2" rel="next">');
  });

  it('that is empty says what to do', async () => {
    expect(await words('/notice?search=nothing-like-it')).toMatch(
      /No notices match this. Try fewer or shorter words, or see all notices/,
    );
    const html = await page('/notice?search=nothing-like+%3Cit%3E');
    expect(html).toContain('<a href="/notice">see all notices</a>');
    expect(html).toContain(
      '<a href="/search?q=nothing-like+%3Cit%3E">Search the whole site for “nothing-like &lt;it&gt;”</a>',
    );
    expect(await page('/notice?category=none')).not.toContain('Search the whole site for');
  });

  it('finds words and their beginnings, in English and in Nepali, digits of either script', async () => {
    expect(await words('/notice?search=register')).toContain('Book closure');
    expect(await words('/notice?search=egister')).not.toContain('Book closure');
    expect(await words('/notice?search=BOOK+clos')).toContain('Book closure');
    for (const search of ['लाभांश', 'लाभ', 'सूचना 2081', '२०८१']) {
      expect(await words(`/notice?search=${encodeURIComponent(search)}`)).toContain('लाभांश वितरण सम्बन्धी सूचना');
    }
    expect(await words(`/notice?search=${encodeURIComponent('वितर')}`)).not.toContain('Book closure');
    expect(await words('/notice?search=HT%2F80')).toContain('Book closure');
  });

  it.each([
    ['/blogs?search=number', '/blogs?search=number', '“number” in Blogs', false],
    ['/blogs?category=saving', '/blogs?category=saving', 'Blogs, Saving', true],
    ['/blogs?page=2', '/blogs?page=2', 'Blogs, page 2', true],
    ['/blogs?search=&category=&page=', '/blogs', 'Blogs', true],
    ['/report?fiscal_year=2080%2F81', '/report?fiscal_year=2080%2F81', 'Reports, 2080/81', true],
    ['/category/saving?search=number+1', '/category/saving?search=number+1', '“number 1” in Saving', false],
  ])('%s has its own address, name, and place in search engines', async (path, canonical, title, indexed) => {
    const html = await page(path);
    expect(html).toContain(
      `<link rel="canonical" href="https://www.himal.example${canonical.replaceAll('&', '&amp;')}"/>`,
    );
    expect(html).toContain(`<title>${title} | Himal Trust</title>`);
    expect(await isIndexed(path)).toBe(indexed);
  });

  it.each([
    ['/notice?page=0', 400],
    ['/notice?page=9999', 404],
    [`/notice?search=${'a'.repeat(101)}`, 400],
    ['/notice?category=a&category=b', 400],
    [`/report?fiscal_year=${'a'.repeat(101)}`, 400],
    ['/category/nope', 404],
    ['/category/saving?page=7', 404],
  ])('%s is a calm %i', async (path, status) => {
    const { status: given, text } = await request(site.app).get(path);
    expect(given).toBe(status);
    expect(text).toContain(status === 404 ? 'Content Not Available' : 'Sorry error occured!!!');
  });
});

describe('notices', () => {
  it('come pinned first, then the newest; expired and future ones are left out', async () => {
    const names = [...(await page('/notice')).matchAll(/<h2[^>]*><a href="\/notice\/(\d+)">/g)].map(([, id]) => id);
    expect(names).toEqual(['2', '4', '1']);
    expect(await words('/notice')).toMatch(/Book closure Pinned January 1st 2023 HT\/80\/12/);
  });

  it('have no form to search for, while all of them are seen at a glance', async () => {
    expect(await page('/notice')).not.toContain('name="search"');
    expect(await page('/notice?search=closure')).toContain('name="search"');
    expect(await page('/blogs')).toContain('name="search"');
  });

  it('say what their attachments are', async () => {
    expect(await words('/notice/2')).toMatch(
      /Attachments Notice of closure \(PDF, 1\.2 MB\) Book closure \(PDF, 40 kB\)/,
    );
    expect(await page('/notice/2')).toMatch(/<a [^>]*href="http[^"]+closure\.pdf" type="application\/pdf">/);
    expect(await words('/notice/2')).toContain('Reference HT/80/12');
  });

  it('name whom to ask, and the notices beside them', async () => {
    const text = await words('/notice/4');
    expect(text).toMatch(/Questions about this notice: [+\d-]+/);
    expect(text).toMatch(/Older notice Meeting/);
    expect(text).not.toContain('Newer notice');
    // Of those that are pinned the date counts.
    expect(await words('/notice/1')).toMatch(/Newer notice लाभांश वितरण.* Older notice Book closure/);
    // One that is not in the list has none.
    expect(await words('/notice/3')).not.toMatch(/Newer notice|Older notice/);
  });

  it('that have expired keep their page, marked and out of search engines', async () => {
    expect(await words('/notice/3')).toMatch(/Expired Old tender .*Expired July 1st 2023/);
    expect(await isIndexed('/notice/3')).toBe(false);
    expect(await isIndexed('/notice/2')).toBe(true);
  });

  it('of the future are not there', async () => {
    await request(site.app).get('/notice/5').expect(404);
  });
});

describe('careers', () => {
  it('count the days, and mark what is closed', async () => {
    const text = await words('/career');
    expect(text).toMatch(/Teller Closes in 5 days Apply by \w+ \d+\w\w \d{4} Finance Pokhara Full time 2 openings/);
    expect(text).toMatch(/Auditor Closes today Apply by \w+ \d+\w\w \d{4} .*Closes in 5 days .*Closed Clerk/);
  });

  it('say how to apply', async () => {
    const text = await words('/career/1/show');
    expect(text).toMatch(
      /Teller Apply by \w+ \d+\w\w \d{4} Write to jobs@himal\.example , with “Teller” as the subject\. Department/,
    );
    expect(await page('/career/1/show')).toContain('<a href="/department/1">Finance</a>');
    expect(await words('/career/3/show')).toContain('Bring or send your application to our office.');
  });

  it('that are closed take no applications, and are out of search engines', async () => {
    expect(await words('/career/2/show')).toContain('applications are not taken any more');
    expect(await page('/career/2/show')).not.toContain('href="https://jobs.example');
    expect(await page('/career/1/show')).toContain('href="mailto:jobs@himal.example"');
    expect(await isIndexed('/career/2/show')).toBe(false);
    expect(await isIndexed('/career/1/show')).toBe(true);
  });

  it('tell search engines until when', async () => {
    expect(await jsonLd('/career/1/show')).toContainEqual(
      expect.objectContaining({
        '@type': 'JobPosting',
        title: 'Teller',
        description: '<p>You count.</p>',
        datePosted: '2024-01-05T00:00:00+05:45',
        validThrough: `${inDays(5)}T23:59:59+05:45`,
        employmentType: 'FULL_TIME',
        hiringOrganization: expect.objectContaining({ '@type': 'Organization', name: 'Himal Trust' }),
        // Search engines require the country.
        jobLocation: { '@type': 'Place', address: expect.objectContaining({ addressCountry: 'NP' }) },
      }),
    );
  });
});

describe('documents', () => {
  it('of reports are in tables by category, the latest fiscal year first', async () => {
    expect(await words('/report')).toMatch(
      /Quarterly Fiscal year Quarter 1 2081\/82 Another first PDF 2080\/81 First quarter PDF Annual Fiscal year Report 2080\/81 The year \(PDF\)/,
    );
  });

  it('to download are grouped by category and say what they are', async () => {
    expect(await words('/downloads')).toMatch(
      /Category Name In effect from Forms Account form \(PDF, 1 kB\) .*January 1st 2024 Other Policy Policy \(PDF\) As text \(Word, 20 kB\)/,
    );
  });
});

describe('an album', () => {
  it('is a page of pictures without scripts', async () => {
    const html = await page('/album/1');
    expect([...html.matchAll(/<li id="picture-(\d)">/g)].map(([, number]) => number)).toEqual(['1', '2', '3']);
    expect(html).toMatch(
      /<a href="\/media\/@1920\/[^"]+harvest-2\.jpg\.jpg" data-picture="1" data-scripted="true"><span class="visually-hidden">Open picture 2: <\/span>.*?alt="Field 2"/,
    );
    expect(html).toContain('The field from hill 3</figcaption>');
    expect(await jsonLd('/album/1')).toContainEqual(
      expect.objectContaining({
        '@type': 'ImageGallery',
        image: Array(3).fill(expect.objectContaining({ '@type': 'ImageObject' })),
      }),
    );
  });

  it('is shown in the list by its first picture and how many there are', async () => {
    expect(await words('/album')).toMatch(/Harvest 3 pictures October 12th 2024 Dhulikhel/);
    expect(await page('/album')).not.toContain('harvest-2.jpg');
  });
});

describe('questions', () => {
  it('have each their address and tell search engines all', async () => {
    const html = await page('/faq');
    expect(html).toMatch(/<details[^>]*><summary>What is a share\?<\/summary><div id="question-1"/);
    expect(await jsonLd('/faq')).toContainEqual(
      expect.objectContaining({
        '@type': 'FAQPage',
        mainEntity: Array(2).fill(expect.objectContaining({ '@type': 'Question' })),
      }),
    );
  });

  it('are searched in question and answer', async () => {
    expect(await words('/faq?search=compan')).toMatch(/1 question Basics What is a share/);
    expect(await words('/faq?category=fees')).not.toContain('What is a share');
  });
});

describe('service centres', () => {
  it('stand by province, the head office first, with telephone and map', async () => {
    expect(await words('/service-center')).toMatch(
      /Bagmati Kathmandu Head office Lazimpat .*Lalitpur .*Gandaki Pokhara/,
    );
    const html = await page('/service-center');
    expect(html).toContain('<a href="tel:+97715550120">+977-1-5550120</a>');
    expect(html).toContain('href="https://www.openstreetmap.org/?mlat=28.2&amp;mlon=83.9#map=17/28.2/83.9"');
    expect(
      (await jsonLd('/service-center')).filter((description) => description['@type'] === 'LocalBusiness'),
    ).toHaveLength(3);
  });
});

describe('people', () => {
  it.each(['/bod', '/management'])('of %s stand by rank', async (path) => {
    expect(await words(path)).toMatch(/First Member .*Second Member .*Third Member/);
  });
});

describe('company, contact, services and pages', () => {
  it('show facts as tables', async () => {
    const html = await page('/companyInfo');
    expect(html).toMatch(/<tr><th scope="row">Promoters<\/th><td align="right">51\u00a0%<\/td><\/tr>/);
    expect(await words('/companyInfo')).toContain('Registered May 5th 2009');
  });

  it('show hours, officers and a map', async () => {
    expect(await words('/contact')).toMatch(
      /Sunday to Thursday, 10:00 to 17:00 Saturday, closed .*Grievance officer Gita/,
    );
    expect(await page('/contact')).toContain('aria-label="Show on a map: Lazimpat, Kathmandu"');
  });

  it('show a service with its steps, fees, documents and siblings', async () => {
    expect(await words('/services/demat')).toMatch(
      /Procedure Fill in the form In blue ink\. Wait Fees For Fee Opening 150 Documents Form \(PDF, 2 kB\) Our other services Advice/,
    );
  });

  it('have a table of contents where they are long', async () => {
    expect(await page('/about')).toContain('<li><a href="#text-two">Two</a></li>');
    expect(await words('/about')).toContain('On this page One Two Three Four');
    expect(await words('/introduction')).not.toContain('On this page');
  });

  it('know their parents', async () => {
    const html = await page('/page/fees');
    expect(html).toContain('<li><a href="/page/rules">Rules</a></li>');
    expect(await page('/page/about')).toContain('<link rel="canonical" href="https://www.himal.example/about"/>');
  });
});

describe('a category', () => {
  it('holds what there is of every kind', async () => {
    const text = await words('/category/saving');
    expect(text).toMatch(/News number 3 News April 3rd 2024 .*Blog number 13 Blog February 13th 2024/);
    expect(text).toContain('10 items');
  });
});

describe('a text of an item in another language', () => {
  const NEPALI = { id: 1, name: 'नमुना', slug: 'sample', lang: 'ne' };

  it('is marked as such: fees, documents, names of other services, tags, facts of a vacancy', async () => {
    const file = { location: '/media/kyc.pdf', name: 'फाराम' };
    site.upstream.answer(
      'services/sample',
      data({
        service: { ...NEPALI, fees: [{ name: 'खाता', amount: 'रु. १५०' }], documents: [file] },
        services: [{ id: 2, name: 'सेयर', slug: 'shares', lang: 'ne' }],
      }),
    );
    const service = await page('/services/sample');
    expect(service).toMatch(/<tbody lang="ne"><tr><th scope="row">खाता/);
    expect(service).toContain('<span lang="ne">फाराम</span>');
    expect(service).toContain('<a href="/services/shares" lang="ne">सेयर</a>');
    site.upstream.answer('blogs/77', data({ blog: { ...NEPALI, id: 77, tags: ['लगानी'] } }));
    expect(await page('/blogs/77')).toContain('<li lang="ne">लगानी</li>');
    const vacancy = { ...NEPALI, id: 77, location: 'काठमाडौँ', experience: 'दुई वर्ष', qualification: 'स्नातक' };
    site.upstream.answer('career/77', data({ career: vacancy }));
    const career = await page('/career/77/show');
    for (const text of ['काठमाडौँ', 'दुई वर्ष', 'स्नातक'])
      expect(career).toContain(`<dd><span lang="ne">${text}</span></dd>`);
  });
});
