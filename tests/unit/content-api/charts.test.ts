import fc from 'fast-check';
import type { Element, Nodes } from 'hast';
import { describe, expect, it } from 'vitest';
import { parseAmount } from '../../../packages/charts/src/amounts.ts';
import { readChart } from '../../../packages/charts/src/chart.ts';
import { MAX_CHARTS } from '../../../packages/charts/src/chart-figure.ts';
import { drawChart } from '../../../packages/charts/src/draw-chart.ts';
import { createParseContext } from '../../../packages/gateway/src/field-parsers.ts';
import { plainText } from '../../../packages/gateway/src/html-text.ts';
import { parseHtml } from '../../../packages/gateway/src/parse-html.ts';
import { newBudget } from '../../../packages/gateway/src/sanitise-html.ts';
import type { Locale } from '../../../packages/messages/src/index.ts';
import { textOfItem } from '../../../packages/search/src/item-text.ts';
import { examples } from '../../support/extents.ts';

/* Charts of tables: what counts as a number, what is drawn, and that nothing hostile gets into a picture. */

const dropped: string[] = [];
const contextOf = (locale: Locale) =>
  createParseContext({
    timeZone: 'Asia/Kathmandu',
    locale,
    videoOrigins: [],
    onDropped: (path, reason) => dropped.push(`${path}: ${reason}`),
  });
const [english, nepali] = [contextOf('en'), contextOf('ne')];
const sharesOf = (shares: string[][]) => english.chart([['', ''], ...shares], { type: 'share', title: '', unit: '%' });
const sanitise = (html: string, { html: read } = english) => {
  dropped.length = 0;
  return read(html);
};

const tableOf = (rows: readonly (readonly string[])[]) =>
  `<table>${rows.map((cells) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`).join('')}</table>`;
const figureOf = (rows: readonly (readonly string[])[], attributes = 'data-chart="line"') =>
  `<figure ${attributes}>${tableOf(rows)}</figure>`;

function elementsOf(node: Nodes): Element[] {
  const inside = 'children' in node ? node.children.flatMap(elementsOf) : [];
  return node.type === 'element' ? [node, ...inside] : inside;
}
const elementsIn = (html: string, tagName: string) =>
  elementsOf(parseHtml(html)).filter((element) => element.tagName === tagName);
const labelOf = (html: string) => String(elementsIn(html, 'svg')[0]?.properties.ariaLabel);

describe('a number in a table', () => {
  it.each<[string, number, string]>([
    ['12.38', 12.38, ''],
    ['NPR 12.38', 12.38, 'NPR'],
    ['रु. १२.३८', 12.38, 'रु.'],
    ['रू. १२.३८', 12.38, 'रू.'],
    ['Rs.1,00,000', 100_000, 'Rs.'],
    ['1,00,00,000.50', 10_000_000.5, ''],
    ['100,000', 100_000, ''],
    ['8 %', 8, '%'],
    ['८ प्रतिशत', 8, 'प्रतिशत'],
    ['-2.5 %', -2.5, '%'],
    ['−3', -3, ''],
    ['NPR -3', -3, 'NPR'],
    ['-NPR 3', -3, 'NPR'],
    ['-0', 0, ''],
    ['(35)', -35, ''],
    ['(रु. १,२३५.५०)', -1_235.5, 'रु.'],
    ['1.3158 %', 1.3158, '%'],
    ['NPR 95 lakh', 95, 'lakh'],
    ['रु. १.२ करोड', 1.2, 'करोड'],
    ['रु. १.२ करोड\u093c', 1.2, 'करोड\u093c'],
  ])('%s is one', (cell, value, unit) => {
    expect(parseAmount(cell)).toEqual({ value, unit });
  });

  it.each([
    '',
    '–',
    'none',
    '2081/82',
    '2024-07-16',
    '5 January 2018',
    '1e308',
    'NaN',
    'Infinity',
    '0x10',
    '1,2',
    '12,34,56',
    '1.2.3',
    '10:30',
    '9 %, proposed',
    '(-35)',
    '(35',
    '(2081/82)',
    '9'.repeat(400),
    `${' '.repeat(39)}x`,
  ])('%j is none', (cell) => {
    expect(parseAmount(cell)).toBeUndefined();
  });
});

const NAV = [
  ['Date', 'Value'],
  ['2024-07-15', '11.21'],
  ['2024-08-16', ''],
  ['2024-09-16', '11.34'],
  ['2024-10-16', '10.90'],
];

describe('a figure with data-chart', () => {
  it('gets a picture above its table, and a sentence with the first, last, lowest and highest value', () => {
    const html = sanitise(`<figure data-chart="line"><figcaption>A unit</figcaption>${tableOf(NAV)}</figure>`);
    expect(dropped).toEqual([]);
    expect(html).toMatch(/^<figure data-chart="line"><figcaption>A unit<\/figcaption><svg .*<\/svg><div class="table"/);
    expect(labelOf(html)).toBe(
      'Line chart: A unit. From 11.21 (July 15th 2024) to 10.90 (October 16th 2024); lowest 10.90 (October 16th 2024), highest 11.34 (September 16th 2024).',
    );
    expect(html).toContain('<time datetime="2024-07-15">July 15th 2024</time>');
    // The gap divides the line.
    expect(String(elementsIn(html, 'path')[0]?.properties.d).match(/M/g)).toHaveLength(2);
    expect(elementsIn(html, 'circle')).toHaveLength(3);
  });

  it.each([
    ['in either edition', [['मिति', 'NAV'], ...NAV.slice(1)], english],
    ['of the Nepali edition, if it has no letters', [['', ''], ...NAV.slice(1)], nepali],
  ])('has the dates of Bikram Sambat, digits and words of Nepali %s', (_, rows, edition) => {
    const html = sanitise(figureOf(rows), edition);
    expect(labelOf(html)).toBe(
      'रेखाचित्र। ११.२१ (२०८१ असार ३१) बाट १०.९० (२०८१ असोज ३०) सम्म; सबैभन्दा कम १०.९० (२०८१ असोज ३०), सबैभन्दा बढी ११.३४ (२०८१ भदौ ३१)।',
    );
    expect(html).toContain('<time datetime="2024-07-15">२०८१ असार ३१</time>');
    expect(html).toMatch(/<td align="right">११\.२१<\/td>/);
    expect(plainText(html)).not.toMatch(/[A-CE-UW-Za-z]{4}\s\d/);
  });

  it('shows days and months that may be of Bikram Sambat as they are written', () => {
    const rows = [
      ['Date', 'Value', 'Paid'],
      ['2083-03', '11.21', '2083-04-24'],
      ['2083-04-24', '12.31', '2083-04-25'],
    ];
    const html = sanitise(figureOf(rows, 'data-chart="line" data-columns="2"'));
    expect(labelOf(html)).toContain('From 11.21 (2083-03) to 12.31 (2083-04-24)');
    expect(html).not.toMatch(/<time|April|Apr 2083/);
    expect(sanitise(html)).toBe(html);
  });

  it('is in the language of its caption, its header and its labels', () => {
    const [, ...rows] = NAV;
    const figure = (caption: string) =>
      `<figure data-chart="line"><figcaption>${caption}</figcaption>${tableOf([['', ''], ...rows])}<a href="/x.csv">x</a></figure>`;
    const inNepali = sanitise(figure('युनिटको मूल्य (NAV)'));
    expect(inNepali).toContain('>२०८१ असार ३१</time>');
    expect(inNepali).toContain('>CSV डाउनलोड गर्नुहोस्</a>');
    expect(inNepali).toContain('aria-label="तालिका"');
    const inEnglish = sanitise(figure('A unit'), nepali);
    expect(inEnglish).toContain('>July 15th 2024</time>');
    expect(inEnglish).toContain('aria-label="Table"');
  });

  it('folds a long table, and leads to its CSV file', () => {
    const rows = Array.from({ length: 30 }, (_, index) => [`Row ${index}`, String(index)]);
    const html = sanitise(`<figure data-chart="bar">${tableOf([['a', 'b'], ...rows])}
      <p>See <a href="/media/data/x.csv">the file</a></p></figure>`);
    expect(html).toContain('<details><summary data-control="">As a table, 30 rows</summary><div class="table"');
    expect(html).toContain('<a href="/media/data/x.csv" download data-control="">Download as CSV</a>');
    expect(elementsIn(html, 'rect')).toHaveLength(30);
    expect(plainText(html)).toBe(plainText(tableOf([['a', 'b'], ...rows])));
  });

  it('draws each type', () => {
    const rows = [
      ['Year', 'Cash', 'Bonus'],
      ['2080/81', '7 %', '-2 %'],
      ['2081/82', '8 %', 'none'],
    ];
    const bars = sanitise(figureOf(rows, 'data-chart="bar" data-columns="2 3"'));
    expect(elementsIn(bars, 'rect')).toHaveLength(4 + 2);
    expect(elementsIn(sanitise(figureOf(rows, 'data-chart="bar" data-columns="2"')), 'rect')).toHaveLength(2);
    const share = sanitise(
      figureOf(
        [
          ['Holder', 'Units'],
          ['Staff', '1,000'],
          ['Public', '3,000'],
        ],
        'data-chart="share" data-unit="NPR"',
      ),
    );
    expect(labelOf(share)).toBe('Shares of a whole. Public 75 %, Staff 25 %.');
    expect(elementsIn(share, 'rect').map(({ properties }) => properties.width)).toEqual(['400', '300', '400', '100']);
  });

  it('is drawn anew when it is read again: the same, in whatever edition', () => {
    for (const { html } of [english, nepali]) {
      const once = html(figureOf(NAV));
      expect(html(once)).toBe(once);
      expect(once.match(/<svg/g)).toHaveLength(1);
    }
    expect(sanitise(sanitise(figureOf(NAV)), nepali)).toBe(sanitise(figureOf(NAV), nepali));
  });

  it('goes from the oldest to the newest, and its table from the newest down, whatever the order of the rows', () => {
    const years = [
      ['2079/80', '5 %'],
      ['2080/81', '7 %'],
      ['2081/82', '8 %'],
    ];
    const head = ['Year', 'Cash'];
    const html = sanitise(figureOf([head, ...years]));
    expect(sanitise(figureOf([head, ...years.toReversed()]))).toBe(html);
    expect(labelOf(html)).toContain('From 5 % (2079/80) to 8 % (2081/82)');
    expect(plainText(html)).toMatch(/Year Cash 2081\/82 8 % 2080\/81 7 % 2079\/80 5 %/);
    expect(plainText(sanitise(figureOf([head, ...years]), nepali))).toMatch(/२०८१\/८२.*२०८०\/८१|2081\/82.*2080\/81/);
    // What is no time keeps its order.
    const towns = [head, ['Butwal', '1'], ['Dang', '2'], ['Ilam', '3']];
    expect(plainText(sanitise(figureOf(towns)))).toMatch(/Butwal.*Dang.*Ilam/);
  });

  it.each([
    ['of one scale, and nothing', '', ['95 lakh', '0', 'NPR 120 lakh']],
    ['of the scale that is the unit of all', 'data-unit="lakh"', ['95', '96 lakh', '1,000']],
    ['of a currency that some cells name', '', ['NPR 95', '96', '97']],
  ])('draws numbers %s', (_, unit, cells) => {
    sanitise(figureOf([['a', 'b'], ...cells.map((cell) => ['x', cell])], `data-chart="bar" data-columns="2" ${unit}`));
    expect(dropped).toEqual([]);
  });

  it('draws columns of money and of per cent', () => {
    const rows = [
      ['a', 'b', 'c'],
      ['x', '95 lakh', '8 %'],
    ];
    expect(elementsIn(sanitise(figureOf(rows, 'data-chart="bar"')), 'rect')).toHaveLength(2 + 2);
  });

  it('has no picture of an upstream', () => {
    const html = sanitise(
      `<figure data-chart="line"><svg onload="alert(1)"><script>alert(1)</script><text>evil</text></svg>${tableOf(NAV)}</figure>`,
    );
    expect(html).not.toMatch(/evil|alert|onload/);
    expect(html.match(/<svg/g)).toHaveLength(1);
  });
});

describe('a table that cannot be drawn', () => {
  const rows = (count: number) => [['a', 'b'], ...Array.from({ length: count }, (_, index) => [`r${index}`, '1'])];
  it.each<[string, string, string]>([
    [
      'of words',
      figureOf([
        ['a', 'b'],
        ['c', 'd'],
      ]),
      'no column of numbers',
    ],
    ['of nothing', figureOf([['a', 'b']]), 'no row below the header'],
    [
      'of numbers that are none',
      figureOf([
        ['a', 'b'],
        ['x', 'NaN'],
        ['y', '1e308'],
        ['z', 'Infinity'],
      ]),
      'no column of numbers',
    ],
    ['of 10,000 cells', figureOf(rows(5_000)), '5000 rows, more than 400'],
    ['of many bars', figureOf(rows(41), 'data-chart="bar"'), '41 rows, more than 40'],
    ['of many columns', figureOf([Array(30).fill('1'), Array(30).fill('1')]), '30 columns, more than 20'],
    [
      'of many series',
      figureOf([Array(7).fill('1'), Array(7).fill('1')]),
      '6 columns of numbers, more than 4: name those to draw',
    ],
    ['of another type', figureOf(NAV, 'data-chart="pie"'), 'pie is no type of chart: expected line, bar, share'],
    ['without the column', figureOf(NAV, 'data-chart="line" data-columns="9"'), 'no column 9 of numbers'],
    [
      'of negative shares',
      figureOf(
        [
          ['a', 'b'],
          ['x', '-1'],
          ['y', '5'],
        ],
        'data-chart="share"',
      ),
      'a negative share',
    ],
    [
      'of too much',
      figureOf(
        [
          ['a', 'b'],
          ['x', '90 %'],
          ['y', '50 %'],
        ],
        'data-chart="share"',
      ),
      'the shares are more than 100 %',
    ],
    ...(
      [
        ['in lakh and crore', ['95 lakh', '1.2 crore'], 'several units in the column b: lakh, crore'],
        ['with a currency, too', ['NPR 95 lakh', 'NPR 1.2 crore'], 'several units in the column b: lakh, crore'],
        ['of two currencies', ['NPR 90', 'USD 80'], 'several units in the column b: NPR, USD'],
        ['in lakh and rupees', ['90,000', '1.5 lakh'], 'several scales in one picture: none, lakh'],
        ['in Nepali', ['९०,०००', '१.५ लाख'], 'several scales in one picture: none, lakh'],
      ] as const
    ).map(([name, [x, y], reason]): [string, string, string] => [
      `of numbers ${name}`,
      figureOf(
        [
          ['a', 'b'],
          ['x', x],
          ['y', y],
        ],
        'data-chart="bar" data-columns="2"',
      ),
      reason,
    ]),
    [
      'of columns in lakh and crore',
      figureOf(
        [
          ['a', 'b', 'c'],
          ['x', '95 lakh', '1.2 crore'],
        ],
        'data-chart="bar"',
      ),
      'several scales in one picture: lakh, crore',
    ],
    [
      'with spans',
      '<figure data-chart="line"><table><tr><td>a<td>b<tr><td colspan=1000>x<td rowspan=9>1</table></figure>',
      'cells that span rows or columns',
    ],
    [
      'with tables inside',
      `<figure data-chart="line"><table><tr><td>${tableOf(NAV)}<td>b</table></figure>`,
      'a table or a picture inside the table',
    ],
    ['that is missing', '<figure data-chart="line"><img src="/a.jpg"></figure>', 'no table'],
  ])('stays as it is: one %s', (_, figure, reason) => {
    const html = sanitise(figure);
    expect(dropped).toEqual([`the chart "": ${reason}: shown as a table`]);
    expect(html).toMatch(/^<figure>/);
    expect(html).not.toContain('<svg');
    expect(sanitise(html)).toBe(html);
    expect(dropped).toEqual([]);
  });

  it.each([[['1 crore', '1.5 crores']], [['Rs. 5', 'NPR 6']], [['1 lakh', '2 लाख']]])(
    'is drawn of one unit in several words: %j',
    ([x = '', y = '']) => {
      const cells = [
        ['a', 'b'],
        ['x', x],
        ['y', y],
      ];
      expect(sanitise(figureOf(cells, 'data-chart="bar" data-columns="2"'))).toContain('<svg');
      expect(dropped).toEqual([]);
    },
  );

  it('is one of more charts than an answer may have', { tags: ['properties'] }, () => {
    const budget = newBudget();
    const { html: read } = createParseContext({
      timeZone: 'UTC',
      videoOrigins: [],
      htmlBudget: budget,
      onDropped: (path, reason) => dropped.push(`${path}: ${reason}`),
    });
    dropped.length = 0;
    const html = read(figureOf(NAV).repeat(MAX_CHARTS + 2)) + read(figureOf(NAV));
    expect(html.match(/<svg/g)).toHaveLength(MAX_CHARTS);
    expect(dropped).toHaveLength(3);
    expect(dropped[0]).toContain(`more than ${MAX_CHARTS} charts in one answer`);
  });
});

const cell = fc.oneof(
  fc.constantFrom(
    '',
    '1',
    '-2',
    '3.5 %',
    'NPR 1,00,000',
    '२०८१',
    '2024-01-01',
    '2024-02-31',
    '2081/82',
    'none',
    '1e308',
  ),
  fc.constantFrom(
    '&lt;script>alert(1)&lt;/script>',
    '<b>2</b>',
    '"x" onload="y',
    ']]>',
    '&amp;lt;',
    '\ud800',
    'क्षेत्र'.repeat(40),
  ),
  fc.constantFrom(
    '<time datetime="2024-05-01">then</time>',
    '<time datetime="x">9</time>',
    '<svg><text>1</text></svg>',
    '<a href="/x.csv">1</a>',
  ),
  fc.string({ maxLength: 8 }),
  fc.double().map(String),
);
const figure = fc
  .tuple(
    fc.array(fc.array(cell, { maxLength: 5 }), { maxLength: 8 }),
    fc.constantFrom('line', 'bar', 'share', 'pie', ''),
    fc.constantFrom(
      '',
      ' data-columns="2"',
      ' data-columns="2 3 2"',
      ' data-columns="99999999"',
      ' data-unit="&quot;>x"',
    ),
    fc.constantFrom(
      '',
      '<figcaption>"A" &lt;b></figcaption>',
      '<figcaption><table><tr><td>1</table></figcaption>',
      '<a href=/media/x.csv>x</a>',
    ),
    fc.constantFrom(
      '',
      '<figure data-chart="bar"><table><tr><td>a<td>b<tr><td>1<td>2</table></figure>',
      '<details><summary>x</summary>',
    ),
  )
  .map(
    ([rows, type, more, caption, before]) =>
      `<figure data-chart="${type}"${more}>${caption}${before}${tableOf(rows)}</figure>after`,
  );

describe('whatever table comes', () => {
  it.each([english, nepali])('the picture is ours, finite, and the same when it is read again', ({ html: read }) => {
    fc.assert(
      fc.property(figure, (given) => {
        const html = read(given);
        for (const svg of elementsIn(html, 'svg')) {
          for (const { tagName, properties } of elementsOf(svg)) {
            expect(tagName).toMatch(/^(svg|g|path|line|rect|circle|text)$/);
            for (const [name, value] of Object.entries(properties)) {
              expect(name).not.toMatch(/^on|^style$|^href$|^id$/i);
              if (name !== 'ariaLabel') expect(String(value)).not.toMatch(/NaN|Infinity|undefined/);
            }
          }
        }
        expect(read(html)).toBe(html);
      }),
      { seed: 19, numRuns: examples(1_000) },
    );
  });
});

describe('the search', () => {
  it('finds the words of a chart’s table once, and none of its picture', () => {
    const place = { locale: 'en', href: '/x' } as const;
    const item = { id: '1', description: sanitise(figureOf(NAV)) };
    expect(
      textOfItem(item, place)
        .text.toString()
        .match(/11\.21/g),
    ).toHaveLength(1);
    const company = { id: '1', shareholders_chart: sharesOf([['Public', '60']]) };
    expect(textOfItem(company, place)).toMatchObject({ text: '', labels: '' });
  });
});

describe('a drawing', () => {
  it('stays within its width, however long names and numbers are', { tags: ['properties'] }, () => {
    const words = fc.string({ unit: 'grapheme', maxLength: 70 });
    const amount = fc.integer({ min: -1e14, max: 1e14 }).map(String);
    fc.assert(
      fc.property(
        fc.constantFrom('line', 'bar', 'share'),
        fc.array(fc.tuple(words, amount, amount), { minLength: 1, maxLength: 12 }),
        words,
        (type, rows, name) => {
          const chart = readChart([['', name, name], ...rows], { type, title: name, locale: 'en', columns: [] });
          if (typeof chart === 'string') return;
          for (const { tagName, properties } of elementsOf(drawChart(chart))) {
            if (tagName !== 'rect') continue;
            expect(Number(properties.width)).toBeGreaterThanOrEqual(0);
            expect(Number(properties.x) + Number(properties.width)).toBeLessThanOrEqual(400);
          }
        },
      ),
      { seed: 19, numRuns: examples(300) },
    );
  });

  it('of shareholders has their shares, and none for what is no whole', () => {
    const html = sharesOf([
      ['Public <b>', '60.5'],
      ['Staff', '39.5'],
    ]);
    expect(html).toContain('<figure data-chart="share"><svg');
    expect(html).toContain('Public &#x3C;b>');
    expect(sharesOf([['All', '150']])).toBeUndefined();
    expect(sharesOf([])).toBeUndefined();
  });
});
