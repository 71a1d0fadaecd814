import sharp from 'sharp';
import { afterEach, describe, expect, it } from 'vitest';
import { linkedSite } from '../../../server/linked-site.ts';
import { type Folder, makeFolder } from '../../../tests/support/folder.ts';
import { readConfig } from '../../config/src/config.ts';
import { checkContent, readContent } from '../src/check-content.ts';
import { findingsOfHtml, NO_ALT } from '../src/html-rules.ts';

/* What `content:check` and the preview show to editors, each rule with its place in the files. */

let folder: Folder | undefined;
afterEach(async () => {
  await folder?.remove();
  folder = undefined;
});

/** The findings as lines, without those of other rules. */
async function check(files: Record<string, string | Buffer>, ...rules: string[]) {
  folder = await makeFolder({ 'site.yaml': 'name: X\n', ...files });
  const config = readConfig({ CONTENT_DIR: folder.dir, LOCALES: 'en,ne', MEDIA_ORIGINS: 'https://example.org' });
  const { contentDir: dir, site } = config;
  const content = await readContent({ dir, timeZone: site.timeZone, locales: site.locales });
  expect(content.loaded.faults).toEqual([]);
  const { findings } = await checkContent(content, config, linkedSite);
  return findings
    .filter(({ rule }) => rules.length === 0 || rules.includes(rule))
    .map(({ file, line, column, level, rule, message }) => `${file}:${line}:${column} ${level} ${rule}: ${message}`);
}
const news = (body: string, fields = 'created_at: 2026-01-01\nname: A') =>
  `---\n${fields}\n---\n${body && `${body}\n`}`;

describe('headings', () => {
  it('are in order, and have a text', async () => {
    const body = [
      '# One',
      '',
      '### Two',
      '',
      '## Three',
      '',
      '#### Four',
      '',
      '##',
      '',
      'Five',
      '----',
      '',
      '##### Six',
    ];
    expect(await check({ 'news/a.md': news(body.join('\n')) })).toEqual([
      "news/a.md:5:1 advice heading-order: a heading of level 1: the page's name is that heading, those of a text begin with level 2",
      'news/a.md:7:1 advice heading-order: a heading of level 3 below one of level 1: a level is left out',
      'news/a.md:11:1 advice heading-order: a heading of level 4 below one of level 2: a level is left out',
      'news/a.md:13:1 advice heading-empty: the heading is empty',
      'news/a.md:18:1 advice heading-order: a heading of level 5 below one of level 2: a level is left out',
    ]);
  });

  it('are found in quotes, lists, HTML and translations, and not in code', async () => {
    const body = [
      '> Said:',
      '>',
      '> ### Quoted',
      '',
      '1. First',
      '',
      '   ```',
      '   ##### Code',
      '   ```',
      '',
      '   ##### Listed',
      '',
      '```html',
      '<h6>Code</h6>',
      '```',
      '',
      '<div>',
      '  <p>A</p> <h6><img src="/a" alt=""></h6>',
      '</div>',
      '',
      '`<h6>` is a tag. <!-- <h6>No</h6> -->',
    ];
    const text = body.join('\r\n');
    const files = { 'news/a.md': news('Text.'), 'news/a.ne.md': news(text, 'name: क').replace(/\r?\n/g, '\r\n') };
    expect(await check(files, 'heading-order', 'heading-empty')).toEqual([
      'news/a.ne.md:6:3 advice heading-order: a heading of level 3 below one of level 1: a level is left out',
      'news/a.ne.md:14:4 advice heading-order: a heading of level 5 below one of level 3: a level is left out',
      'news/a.ne.md:21:12 advice heading-empty: the heading is empty',
    ]);
  });
});

describe('texts of links', () => {
  const says = (text: string) => `“${text}” does not say where the link leads`;

  it('say where the link leads, in both languages', async () => {
    const silent = ['Click here', 'here', '**Read more…**', 'यहाँ क्लिक गर्नुहोस्', 'यहां', 'थप पढ्नुहोस् »', '→'];
    const telling = ['Notices', 'Read more about notices', 'यहाँका सूचना', 'www.sebon.gov.np', 'Download', 'विवरण २०८२'];
    const body = [...silent, ...telling].map((text) => `A [${text}](/news) b`).join('\n\n');
    expect(await check({ 'news/a.md': news(body) })).toEqual(
      silent.map((text, index) => `news/a.md:${5 + index * 2}:3 advice link-text: ${says(text.replaceAll('*', ''))}`),
    );
  });

  it('are no bare address, and not empty', async () => {
    const body = [
      'See https://example.org/a?b=c and <https://example.org/>, [](/news)',
      'and ask office@example.org.',
      '',
      '<a href="/news"><img src="https://example.org/a.png" alt="News of the company"></a>',
      '<a href="/news"><img src="https://example.org/a.png" alt=""></a>',
      '<p>A <b>b</b>',
      '<a class="x" href="/news">here</a></p>',
      '',
      '[here]: /news',
      '',
      'Two [words][here], or `[here](/news)`.',
    ];
    expect(await check({ 'news/a.md': news(body.join('\n')) })).toEqual([
      'news/a.md:5:5 advice link-text: the link shows its address: name the page that it leads to',
      'news/a.md:5:35 advice link-text: the link shows its address: name the page that it leads to',
      'news/a.md:5:59 advice link-text: the link has no text: say where it leads',
      'news/a.md:9:1 advice link-text: the link has no text: say where it leads',
      `news/a.md:11:1 advice link-text: ${says('here')}`,
    ]);
  });

  it('are found in the Markdown of YAML files, each at its own place', async () => {
    const faq = [
      '- id: 1',
      '  question: "[here](/news) is no link?"',
      '  answer: "See \\"it\\" [here](/faq) and [here](/news)."',
      '- id: 2',
      '  question: How?',
      '  answer: |',
      '    First [one](/news).',
      '',
      '    - then [here](/news)',
      '- { id: 3, question: Who?, answer: >-',
      '      We, and',
      '      [here](/news) you. }',
    ];
    faq.splice(9, 3, '- id: 3', '  question: Who?', '  answer: >-', '    We, and', '    [here](/news) you.');
    expect(await check({ 'faq.yaml': `${faq.join('\n')}\n` })).toEqual([
      `faq.yaml:3:23 advice link-text: ${says('here')}`,
      `faq.yaml:3:40 advice link-text: ${says('here')}`,
      `faq.yaml:9:12 advice link-text: ${says('here')}`,
      `faq.yaml:14:5 advice link-text: ${says('here')}`,
    ]);
  });
});

describe('alternative texts', () => {
  it('are there, and describe what the image shows', async () => {
    const files = ['IMG_2034.jpg', 'dsc-0012', 'Image of a bridge', 'a photo of tea', 'पुलको तस्बिर', 'A bridge', '']
      .map((alt) => `  - { location: https://example.org/a.png, alt: "${alt}" }`)
      .join('\n');
    const fields = `created_at: 2026-01-01\nname: A\nfiles:\n${files}\n  - { location: https://example.org/a.png }`;
    const body = '![WhatsApp Image 2026-01-01](https://example.org/b.png)';
    const isFile = (alt: string) =>
      `advice image-alt: the alt “${alt}” is the name of a file: describe what the image shows`;
    const isOf = (alt: string) =>
      `advice image-alt: the alt “${alt}” says that it is an image: name only what it shows`;
    expect(await check({ 'news/a.md': news(body, fields) })).toEqual([
      `news/a.md:5:17 ${isFile('IMG_2034.jpg')}`,
      `news/a.md:6:17 ${isFile('dsc-0012')}`,
      `news/a.md:7:17 ${isOf('Image of a bridge')}`,
      `news/a.md:8:17 ${isOf('a photo of tea')}`,
      `news/a.md:9:17 ${isOf('पुलको तस्बिर')}`,
      `news/a.md:12:17 fault image-alt: https://example.org/a.png: ${NO_ALT}`,
      `news/a.md:14:1 ${isFile('WhatsApp Image 2026-01-01')}`,
    ]);
  });

  it('may be empty in HTML alone', async () => {
    const body =
      '<img src="https://example.org/a.png">\n\n![](https://example.org/b.png) ![A](https://example.org/c.png)\n\n<img src="https://example.org/a.png" alt="">';
    expect(await check({ 'news/a.md': news(body) })).toEqual([
      `news/a.md:5:1 fault image-alt: https://example.org/a.png: ${NO_ALT}`,
      `news/a.md:7:1 fault image-alt: https://example.org/b.png: ${NO_ALT}`,
    ]);
  });
});

it('finds pictures that are smaller than they are shown or shared', async () => {
  const picture = (width: number) => sharp({ create: { width, height: 400, channels: 3, background: '#345' } });
  const files = {
    'site.yaml': 'name: X\npicture: { location: /media/b.png, alt: A }\nlogo: { location: /media/b.png }\n',
    'news/a.md': news('Text.\n\n<p><img src="/media/a.png" alt="A" width="800"></p>\n\n`![A](/media/a.png)`'),
    'media/a.png': await picture(300).png().toBuffer(),
    'media/b.png': await picture(900).png().toBuffer(),
  };
  expect(await check(files)).toEqual([
    'news/a.md:7:4 fault image-size: /media/a.png: is 300 pixels wide, but shown 672 pixels wide',
    'site.yaml:2:22 advice image-size: /media/b.png: is 900 pixels wide, but shared 1200 pixels wide',
  ]);
});

describe('addresses', () => {
  it('lead to a page, and to a heading on it', async () => {
    const body = [
      '[One](#costs) [two](#खर्च) [three](#text-costs) [four](#cost) [five](#own)',
      '',
      '## Costs',
      '',
      '## खर्च',
      '',
      '<p id="own">A</p>',
      '',
      '[Six](/page/rules#text-fees) [seven](/page/rules#fees) [eight](/page/rules#text-none) [nine](/page/none#a)',
      '',
      '![A](/media/none.png) [ten](/faq#question-1) `[eleven](/nowhere)` [twelve][t]',
      '',
      '[t]: /nowhere',
    ];
    const files = { 'news/a.md': news(body.join('\n')), 'page/rules.md': news('## Fees', 'name: Rules') };
    expect(await check(files)).toEqual([
      'news/a.md:5:49 fault link-target: #cost: no heading of the text has this address',
      'news/a.md:13:30 fault link-target: /page/rules#fees: no heading of that page has this address: expected #text-fees',
      'news/a.md:13:56 fault link-target: /page/rules#text-none: no heading of that page has this address',
      'news/a.md:13:87 fault link-target: /page/none: no page has this address',
      'news/a.md:15:1 fault link-target: /media/none.png: there is no such file',
      'news/a.md:15:67 fault link-target: /nowhere: no page has this address',
    ]);
  });

  it('lead to the files that the site makes, and to searches', async () => {
    const right =
      '/feed.xml /ne/feed.xml /news/feed.xml /ne/blogs/feed.xml /robots.txt /favicon.ico /sitemap.xml /search?q=x /ne/search?q=x&page=2';
    const wrong = '/nothing/feed.xml /faq/feed.xml /ne/sitemap.xml /news/robots.txt /.well-known/security.txt';
    const links = (addresses: string) => addresses.split(' ').map((address) => `[It](${address})`);
    const files = { 'news/a.md': news([...links(right), ...links(wrong)].join('\n\n')) };
    expect(await check(files)).toEqual(
      wrong
        .split(' ')
        .map((path, index) => `news/a.md:${23 + 2 * index}:1 fault link-target: ${path}: no page has this address`),
    );
  });

  it('lead to security.txt if the site has one', async () => {
    const security = 'name: X\nsecurity: "Contact: mailto:a@b.example"\n';
    expect(await check({ 'site.yaml': security, 'news/a.md': news('[It](/.well-known/security.txt)') })).toEqual([]);
  });

  it('of files begin at the root of the site', async () => {
    const files = '[{ location: media/a.pdf }, { location: media/none.pdf }, { location: none.pdf }]';
    const found = await check({
      'notice/a.md': news('![a](logo.png) [b](C:\\c.pdf)', `created_at: 2026-01-01\nname: A\nfiles: ${files}`),
      'career/a.md': news('Text.', 'id: 1\nname: A\nlocation: Ilam bazaar'),
      'media/a.pdf': '%PDF-1.4',
    });
    expect(found).toEqual([
      'notice/a.md:4:48 fault link-target: /media/none.pdf: there is no such file',
      'notice/a.md:4:78 fault link-target: /none.pdf: no page has this address: expected /media/none.pdf for a file of media/',
      'notice/a.md:6:1 fault link-address: logo.png: expected /media/logo.png for a file of media/',
      'notice/a.md:6:16 fault link-address: C:\\c.pdf: expected an address, not a file of this computer: put it into media/, and write /media/ and its name',
    ]);
  });

  it('of files lead to a file, within their folder', async () => {
    const paths = ['/media/pictures', '/media/pictures/', '/media/../site.yaml', '/media/%2e%2e/site.yaml', '/media/'];
    const right = ['/media/pictures/a.pdf?page=2', '/media/pictures/../pictures/a.pdf'];
    const found = await check({
      'news/a.md': news([...paths, ...right].map((path) => `[It](${path})`).join('\n\n')),
      'media/pictures/a.pdf': '%PDF-1.4',
    });
    expect(found).toEqual(
      paths.map((path, index) => `news/a.md:${5 + 2 * index}:1 fault link-target: ${path}: there is no such file`),
    );
  });

  it('of files have their percent signs encoded', async () => {
    const picture = await sharp({ create: { width: 900, height: 400, channels: 3, background: '#345' } })
      .png()
      .toBuffer();
    const files = '[{ location: /media/50% off.png, alt: A }, { location: /media/50%25 off.png, alt: A }]';
    const found = await check({
      'news/a.md': news('Text.', `created_at: 2026-01-01\nname: A\nfiles: ${files}`),
      'media/50% off.png': picture,
    });
    expect(found).toEqual(['news/a.md:4:21 fault link-target: /media/50% off.png: write % as %25']);
  });

  it('lead to the heading in the edition of the text', async () => {
    const files = {
      'news/fees.md': news(
        '## Same\n\n[One](/ne/news/1#text-केवल) [two](/news/1#text-केवल)',
        'id: 1\nname: A\ncreated_at: 2026-01-01',
      ),
      'news/fees.ne.md': news('## केवल', 'name: शुल्क'),
      'news/links.md': news('Text.', 'created_at: 2026-01-01\nname: Links'),
      'news/links.ne.md': news('[Three](/news/1#text-केवल) [four](/news/1#text-same) [five](/nowhere)', 'name: कडी'),
    };
    expect(await check(files)).toEqual([
      'news/fees.md:8:29 fault link-target: /news/1#text-केवल: no heading of that page has this address',
      'news/links.ne.md:4:28 fault link-target: /ne/news/1#text-same: no heading of that page has this address',
      'news/links.ne.md:4:54 fault link-target: /nowhere: no page has this address',
    ]);
  });

  it('of e-mail and telephone are complete', async () => {
    const right =
      'mailto:a@b.example?subject=Hello mailto:a@b.example,c@d.example mailto:?body=x tel:+977-1-5550100 tel:1660%2001';
    const wrong = 'mailto:a@b mailto:a.b.example mailto: tel:call-us tel:+977x1';
    const links = (addresses: string) => addresses.split(' ').map((address) => `[Write](${address})`);
    const files = {
      'news/a.md': news([...links(right), ...links(wrong)].join('\n\n')),
      'site.yaml': 'name: X\nfooter: [{ label: Call, href: "tel:soon" }]\n',
    };
    const found = await check(files);
    expect(found.map((line) => line.split(' ').slice(0, 4).join(' '))).toEqual([
      ...wrong.split(' ').map((address, index) => `news/a.md:${15 + 2 * index}:1 fault link-address: ${address}:`),
      'site.yaml:2:31 fault link-address: tel:soon:',
    ]);
  });

  it('of e-mail and telephone are found in fields', async () => {
    const files = {
      'contact.yaml': [
        'phones: ["०१-४१२३४५६", "01-4123456 (Ext. 12)", "01-4123456, 01-4123457", "+977 (0)1 4123456", 100]',
        'emails: ["info@x.np, support@x.np", info at x.np]',
        'officers: [{ role: Information, name: A, phone: at the counter, email: a@b }]',
      ].join('\n'),
    };
    expect(await check(files)).toEqual([
      'contact.yaml:2:37 fault link-address: info at x.np: no e-mail address: expected one such as office@example.org',
      'contact.yaml:3:49 fault link-address: at the counter: no telephone number: expected one such as +977-1-5550100',
      'contact.yaml:3:72 fault link-address: a@b: no e-mail address: expected one such as office@example.org',
    ]);
  });

  it('with a space stand in angle brackets', async () => {
    const body = [
      '- The [form](/media/my form.pdf) and',
      '  ![pic](/media/my photo.jpg "A title")',
      '',
      '`[code](/media/my form.pdf)` and \\[escaped\\](/media/my form.pdf), f[1](or so)',
      '',
      '    [code](/media/my form.pdf)',
      '',
      '[right](</media/my form.pdf>) [titled](/news "News of us")',
      '[other](my form.pdf) [words](or so, as in No. 5)',
    ];
    const files = { 'news/a.md': news(body.join('\n')), 'media/my form.pdf': '%PDF-1.4' };
    expect(await check(files)).toEqual([
      'news/a.md:5:7 fault link-address: /media/my form.pdf: an address with a space stands in <…>: (</media/my form.pdf>)',
      'news/a.md:6:3 fault link-address: /media/my photo.jpg: an address with a space stands in <…>: (</media/my photo.jpg>)',
      'news/a.md:13:1 fault link-address: my form.pdf: an address with a space stands in <…>: (<my form.pdf>)',
    ]);
  });

  it('begin with a place on the site, or with a scheme', async () => {
    const body = '[A](first-news.md) [B](www.example.org/x) [C](info@example.org) [D](htp://foo.example) [E](?page=2)';
    const files = {
      'news/a.md': news(`${body} [F](https://a.example) [G](/news)`),
      'site.yaml': 'name: X\nfooter: [{ label: Questions, href: www./faq }]\n',
    };
    expect(await check(files, 'link-address')).toEqual([
      'news/a.md:5:1 fault link-address: first-news.md: expected /… for a page of this site, https://…, mailto:… or tel:…',
      'news/a.md:5:20 fault link-address: www.example.org/x: expected https://www.example.org/x',
      'news/a.md:5:43 fault link-address: info@example.org: expected mailto:info@example.org',
      'news/a.md:5:65 fault link-address: htp://foo.example: expected /… for a page of this site, https://…, mailto:… or tel:…',
      'site.yaml:2:36 fault link-address: www./faq: expected https://www./faq',
    ]);
  });
});

it('finds links and files in the rows of tables that lead nowhere, once for all editions', async () => {
  const columns = ['{ key: name }', '{ key: result, type: file }', '{ key: more, type: link }'];
  const nepali = [...columns.slice(0, 2), '{ key: more_ne, type: link }'];
  const rows = [
    'name,result,more,more_ne',
    '/page/none,[Result](/media/none.pdf),-,',
    'One,media/a.pdf,[More](/news/a),/news/nothing',
    'Two,media/b.pdf,https://example.org/x,–',
    'Three,"/media/a.pdf",/nowhere,/news/a',
  ];
  expect(
    await check(
      {
        'news/a.md': news('Text.'),
        'data/x.md': `---\nname: X\ncolumns: [${columns.join()}]\n---\n`,
        'data/x.ne.md': `---\nname: क\ncolumns: [${nepali.join()}]\n---\n`,
        'data/x.csv': `${rows.join('\n')}\n`,
        'media/a.pdf': 'x',
      },
      'link-target',
    ),
  ).toEqual([
    'data/x.csv:2:1 fault link-target: /media/none.pdf: there is no such file',
    'data/x.csv:3:1 fault link-target: /news/nothing: no page has this address',
    'data/x.csv:4:1 fault link-target: /media/b.pdf: there is no such file',
    'data/x.csv:5:1 fault link-target: /nowhere: no page has this address',
  ]);
});

it('finds redirects that lead nowhere, and those that are never asked for', async () => {
  const right = ['/news/feed.xml', '/robots.txt', '/search?q=x', '/page/rules#text-fees', '//other.example/x'];
  const wrong = ['/media/missing.pdf', '/page/rules#text-nope', '/nowhere'];
  const targets = [...right, ...wrong].map((to, index) => `- { from: /old-${index}, to: ${to} }\n`);
  const never = [
    '- { from: /moved, to: /news }\n',
    '- { from: /moved/, to: /news }\n',
    '- { from: https://elsewhere.example/x, to: /news }\n',
    '- { from: /some, to: /news/* }\n',
    '- { from: /deeper/*, to: /deeper/and/* }\n',
    '- { from: "/news?page=2", to: /contact }\n',
    '- { from: "/?page_id=2", to: /news }\n',
    '- { from: /news/feed.xml, to: /news }\n',
  ];
  const files = {
    'page/rules.md': news('## Fees', 'name: Rules'),
    'redirects.yaml': `${targets.join('')}- { from: "/old?x=1", to: /news }\n- { from: "/old#a", gone: true }\n${never.join('')}`,
  };
  expect(await check(files)).toEqual([
    'redirects.yaml:6:3 fault redirect: to: /media/missing.pdf: there is no such file',
    'redirects.yaml:7:3 fault redirect: to: /page/rules#text-nope: no heading of that page has this address',
    'redirects.yaml:8:3 fault redirect: to: /nowhere: no page has this address',
    'redirects.yaml:10:3 fault redirect: from: /old#a: browsers do not send what stands behind #: leave it out',
    'redirects.yaml:12:3 fault redirect: from: /moved/: an earlier redirect is for the same address',
    'redirects.yaml:13:3 fault redirect: from: https://elsewhere.example/x: no address of this site: expected a path, as /about-us',
    'redirects.yaml:14:3 fault redirect: to: /news/*: what stands for the rest needs a from with /* at its end',
    'redirects.yaml:15:3 fault redirect: to: /deeper/and/* leads back to itself',
    'redirects.yaml:16:3 fault redirect: from: there is a page at /news?page=2, which takes precedence',
    'redirects.yaml:18:3 fault redirect: from: there is a page at /news/feed.xml, which takes precedence',
  ]);
});

it('finds the line of a redirect whose address is written otherwise than it is compared', async () => {
  const lines = [
    '"/old#a", gone: true',
    '/a b, to: /news',
    '"", to: /news',
    '/सूचना, to: /news',
    '/old/:id, to: /news',
    '/a b, to: /news',
  ];
  folder = await makeFolder({
    'site.yaml': 'name: X\n',
    'redirects.yaml': lines.map((line) => `- { from: ${line} }\n`).join(''),
  });
  const config = readConfig({ CONTENT_DIR: folder.dir });
  const { contentDir: dir, site } = config;
  const { findings } = await checkContent(
    await readContent({ dir, timeZone: site.timeZone, locales: site.locales }),
    config,
    linkedSite,
  );
  expect(findings.map(({ line, message }) => `${line} ${message}`)).toEqual([
    '1 from: /old#a: browsers do not send what stands behind #: leave it out',
    '3 2.from: is empty',
    '5 from: /old/:id: a name does not stand for a part of an address: expected /old/*',
    '6 from: /a%20b: an earlier redirect is for the same address',
  ]);
});

it('finds what YAML takes for a comment', async () => {
  const fields = 'created_at: 2026-01-01\nname: Rule #5 of the board\nsummary: "No #5" #really\ntags: [a #1\n  ]';
  const faq = '# all\n- id: 1 # the first\n  question: Rule#5? #why\n  answer: |\n    Rule #5.\n';
  expect(await check({ 'news/a.md': news('Issue #7', fields), 'faq.yaml': faq }, 'content')).toEqual(
    [
      'faq.yaml:3:20 advice content: #why',
      'news/a.md:3:11 advice content: #5 of the board',
      'news/a.md:5:9 advice content: #1',
    ].map(
      (line) => `${line}: a comment to YAML, as # stands behind a space: put the value in quotes if this belongs to it`,
    ),
  );
});

it('finds tables of several columns without names', async () => {
  const table = (...head: string[]) =>
    `| ${head.join(' | ')} |\n${'| - '.repeat(head.length)}|\n${'| a '.repeat(head.length)}|\n\n`;
  const body = `${table('A', 'B', 'C')}${table('', '', '')}${table('', '')}<table>\n<tr><td>1<td>2<td>3</table>\n`;
  expect(await check({ 'news/a.md': news(body) })).toEqual([
    'news/a.md:9:1 advice table-header: the table has no header row: name its columns',
    'news/a.md:17:1 advice table-header: the table has no header row: name its columns',
  ]);
});

it('finds what pages do not show, or in another form', async () => {
  const pasted = 'data:image/png;base64,iVBORw0KGgo';
  const body = [
    '<video controls src="/media/v.mp4"></video><video src="/media/none.mp4"></video>',
    '',
    '<iframe src="https://www.youtube.com/embed/abc" title="Film"></iframe>',
    '',
    `![Office in Ilam](${pasted})`,
    '',
    '<details><summary>Question?</summary>Answer.</details>',
    '',
    '- [x] done',
    '- ![Tea](https://elsewhere.example/tea.jpg)',
    '',
    'Rule[^1] and [^no-note] `[^code]`',
    '',
    '[^1]: Footnote.',
    '',
    '- A',
    '',
    '  ```js',
    '  closed',
    '  ```',
    '',
    '~~~',
    'The rest of the text.',
  ];
  expect(
    await check(
      { 'news/a.md': news(body.join('\n')), 'media/v.mp4': '' },
      'element',
      'link-address',
      'image-file',
      'link-target',
    ),
  ).toEqual([
    'news/a.md:5:1 advice element: the <video> of "/media/v.mp4": a link stands in its place',
    'news/a.md:5:44 fault link-target: /media/none.mp4: there is no such file',
    'news/a.md:5:44 advice element: the <video> of "/media/none.mp4": a link stands in its place',
    'news/a.md:7:1 advice element: the iframe of https://www.youtube.com: expected an origin of VIDEO_ORIGINS: a link stands in its place',
    'news/a.md:9:1 fault element: a picture that is pasted into the text (data:…): save it as a file and name that: left out',
    'news/a.md:14:3 fault image-file: https://elsewhere.example/tea.jpg: https://elsewhere.example is not among MEDIA_ORIGINS: browsers do not show the picture. Put the file into media/, or name its origin there',
    'news/a.md:16:5 fault element: [^1]: footnotes are shown as they are written: put the note in brackets where it belongs',
    'news/a.md:16:14 fault element: [^no-note]: footnotes are shown as they are written: put the note in brackets where it belongs',
    'news/a.md:18:1 fault element: [^1]: footnotes are shown as they are written: put the note in brackets where it belongs',
    'news/a.md:26:1 fault element: the code that begins here has no end: close it with ~~~',
  ]);
});

it('advises about films that may say where they were taken', async () => {
  const box = (type: string, content: string) => `\0\0\0${String.fromCharCode(content.length + 8)}${type}${content}`;
  const film = (handler: string) =>
    box('ftyp', 'isom') + box('moov', box('trak', box('mdia', box('hdlr', `\0\0\0\0\0\0\0\0${handler}`))));
  const files = {
    'news/a.md': news(
      '[Seen](/media/seen.mp4)\n\n<video src="/media/gopro.mp4"></video>\n\n[Film](/media/film.webm#t=5)',
    ),
    'notice/a.md': news(
      'Text.',
      'id: 2\nname: B\nfiles:\n  - { location: media/gopro.mp4 }\n  - { location: media/none.mp4 }',
    ),
    'media/seen.mp4': film('vide'),
    'media/gopro.mp4': film('meta'),
    'media/film.webm': '\x1aE\xdf\xa3',
  };
  expect(await check(files, 'metadata')).toEqual(
    [
      'news/a.md:7:1 advice metadata: /media/gopro.mp4',
      'news/a.md:9:1 advice metadata: /media/film.webm',
      'notice/a.md:5:17 advice metadata: /media/gopro.mp4',
    ].map(
      (place) =>
        `${place}: may say where and with what it was taken, and is published so: save it anew as MP4, without metadata`,
    ),
  );
});

it('finds names and summaries that search engines cut off, and pages without a description', async () => {
  const conjunct = 'क्ष';
  const files = {
    'news/a.md': news('Text.', `created_at: 2026-01-01\nname: ${'n'.repeat(71)}\nsummary: ${'s'.repeat(161)}`),
    'news/a.ne.md': news('', `name: ${conjunct.repeat(70)}\nsummary: ${conjunct.repeat(160)}`),
    'news/b.md': news('', 'id: 2\nname: B'),
    'news/b.ne.md': news('', 'name: ख'),
    'bod/c.md': news('', `id: 3\nname: C\ndesignation: D\nsummary: ${'s'.repeat(161)}`),
  };
  expect(await check(files)).toEqual([
    'news/a.md:3:7 advice title-length: name: 71 characters: search engines show about 70',
    'news/a.md:4:10 advice description-length: summary: 161 characters: search engines show about 160',
    'news/b.md:2:1 advice date-missing: created_at: is missing, as is published_at: the item stands last in lists, and feeds have no date of it',
    'news/b.md:2:1 advice description-length: summary: is missing, as is a text: search engines have no description of the page',
  ]);
});

it('has the same rules for the HTML of a CMS', () => {
  const html = '<h2>A</h2><h4 id="x">B</h4><p><a href="/news">here</a> <a href="#x">B</a><img src="a.png"></p>';
  expect(findingsOfHtml(html, []).map(({ rule, level }) => `${level} ${rule}`)).toEqual([
    'advice heading-order',
    'advice link-text',
    'fault image-alt',
  ]);
  expect(findingsOfHtml('<h2 id="text-a">A</h2><p><a href="#text-a">To A</a></p>', [])).toEqual([]);
  expect(findingsOfHtml('<i>'.repeat(5_000), [])).toEqual([]);
});

it('days ahead in fields that say what has happened are named, and others are not', async () => {
  const found = await check(
    {
      'news/a.md': news('Text.', 'created_at: 2060-08-12\nname: A'),
      'news/b.md': news('Text.', 'created_at: 2026-01-01\npublished_at: 2060-08-12\nname: B'),
      'bod/a.md': '---\nname: A\ndesignation: Chair\nappointed_at: 2061-01-01\n---\n',
      'report.yaml': '- { id: 1, name: R, fiscal_year: 2082/83, files: [], created_at: 2060-01-01 }\n',
    },
    'date-ahead',
  );
  const why =
    'is ahead: an item that appears by itself on a day says so in published_at; dates are Gregorian, as 2026-11-28';
  expect(found).toEqual([
    `bod/a.md:4:15 advice date-ahead: appointed_at: 2061-01-01 ${why}`,
    `news/a.md:2:13 advice date-ahead: created_at: 2060-08-12 ${why}`,
    `report.yaml:1:66 advice date-ahead: created_at: 2060-01-01 ${why}`,
  ]);
});

describe('placeholders of a new folder', () => {
  it('are named where they stand, in both languages', async () => {
    const found = await check(
      {
        'contact.yaml':
          'address: Street, town, postal code\nphones: ["+977-1-0000000", "+977-1-4000000", "01-5550100"]\nemails: [info@example.org, info@example.org.np, info@himal.example]\nofficers: [{ role: Officer, name: Name of the person }]\n',
        'contact.ne.yaml': 'address: टोल, नगर, हुलाक कोड\n',
        'site.yaml':
          'name: X\ncopyright: © Name of your organisation\nsocial: [{ name: A, href: "https://www.example.com/a" }]\n',
        'news/a.md': news('', 'id: 1\nname: Your first piece of news'),
      },
      'placeholder',
    );
    expect(
      found.map((line) =>
        line.replace(' advice placeholder', '').replace(' is only an example: write your own in its place', ''),
      ),
    ).toEqual([
      'contact.ne.yaml:1:10: “टोल, नगर, हुलाक कोड”',
      'contact.yaml:1:10: “Street, town, postal code”',
      'contact.yaml:2:10: “+977-1-0000000”',
      'contact.yaml:3:10: “info@example.org”',
      'contact.yaml:4:35: “Name of the person”',
      'news/a.md:3:7: “Your first piece of news”',
      'site.yaml:2:12: “© Name of your organisation”',
    ]);
  });
});

describe('categories', () => {
  const inCategory = (id: number, slug: string, name: string) =>
    news('Text.', `id: ${id}\nname: A\ncreated_at: 2026-01-0${id}\ncategory: { slug: ${slug}, name: ${name} }`);
  it('have one name and one slug in each language', async () => {
    const found = await check(
      {
        'blogs/a.md': inCategory(1, 'press', 'Press'),
        'blogs/a.ne.md': '---\nname: क\ncategory: { slug: press, name: प्रेस }\n---\nपाठ\n',
        'news/b.md': inCategory(2, 'press', 'Press releases'),
        'news/c.md': inCategory(3, 'press-release', 'press'),
        'notice/d.md': inCategory(4, 'press', 'Press'),
        'faq.yaml': '- { id: 1, question: Why?, answer: So., category: { slug: press, name: Questions } }\n',
        'blogs/e.md': inCategory(5, 'funds', 'Our funds'),
        'category.yaml': '- { id: funds, name: Funds }\n',
      },
      'category',
    );
    expect(found).toEqual([
      'category.yaml:1:22 fault category: 0.name: the slug funds has the name “Our funds” in blogs/e.md:5, and here “Funds”: write one',
      'news/b.md:5:11 fault category: category: the slug press has the name “Press” in blogs/a.md:5, and here “Press releases”: write one',
      'news/c.md:5:11 fault category: category: the category “press” has the slug press in blogs/a.md:5, and here press-release: write one',
    ]);
  });
});

describe('what items name by an id alone', () => {
  it('is there', async () => {
    const files = {
      'category.yaml': '- { id: markets, name: Markets }\n',
      'department/finance.md': '---\nid: 6\nname: Finance\n---\n',
      'news/a.md': news('', 'created_at: 2026-01-01\nname: A\ncategory: markets\nsubject: a-fund'),
      'news/b.md': news('', 'created_at: 2026-01-01\nname: B\ncategory: { slug: other, name: Other }'),
      'career/clerk.md': '---\nname: Clerk\ndepartment: 6\n---\n',
      'career/teller.md': '---\nname: Teller\ndepartment: finances\n---\n',
      'page/a.md': '---\nname: A\nparent: b\n---\n',
      'page/b.md': '---\nname: B\n---\n',
      'report.yaml': '- { id: 1, name: R, subject: b }\n- { id: 2, name: S, subject: c }\n',
    };
    const place = 'expected one of the ids in subject.yaml, the files of page/, the files of services/';
    expect(await check(files, 'reference')).toEqual([
      'career/teller.md:3:13 fault reference: department: finances: expected one of the files of department/',
      `news/a.md:5:10 fault reference: subject: a-fund: ${place}`,
      `report.yaml:2:30 fault reference: 1.subject: c: ${place}`,
    ]);
  });
});

describe('former addresses of items', () => {
  it('are addresses of no page, once each', async () => {
    const files = {
      'news/a.md': news('', 'created_at: 2026-01-01\nname: A\naliases: [/news/before, /news/b]'),
      'news/b.md': news('', 'created_at: 2026-01-01\nname: B\naliases:\n  - /news/before\n  - /old'),
      'redirects.yaml': '- { from: /old, to: /news/a }\n',
    };
    expect(await check(files, 'redirect')).toEqual([
      'news/a.md:4:11 fault redirect: from: /news/before: an earlier redirect is for the same address',
      'news/a.md:4:25 fault redirect: from: there is a page at /news/b, which takes precedence',
      'news/b.md:6:5 fault redirect: from: /old: an earlier redirect is for the same address',
    ]);
  });
});

describe('the name of a file', () => {
  it('says something', async () => {
    const files = {
      'news/3f2a9b04c1de.md': news('', 'created_at: 2026-01-01\nlang: ne\nname: आठौँ वार्षिक साधारण सभा'),
      'news/3f2a9b04c1de.en.md': '---\nname: Meeting\n---\n',
      'news/deadbeefcafe.md': news(''),
      'news/1f2a9b04c1de.md': news('', 'created_at: 2026-01-01\nname: "!"'),
    };
    const advice = 'advice file-name: the name of this file is the end of an address, and says nothing: choose one';
    expect(await check(files, 'file-name')).toEqual([
      `news/1f2a9b04c1de.md:1:1 ${advice}`,
      `news/3f2a9b04c1de.md:1:1 ${advice}, as aathaun-varshik-sadharan-sabha`,
    ]);
  });
});
