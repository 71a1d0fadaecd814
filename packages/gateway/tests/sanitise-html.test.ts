import fc from 'fast-check';
import type { Element, Nodes } from 'hast';
import { toHtml } from 'hast-util-to-html';
import { describe, expect, it } from 'vitest';
import { examples } from '../../../tests/support/extents.ts';
import { createParseContext } from '../src/field-parsers.ts';
import { plainText, textBeginning } from '../src/html-text.ts';
import { HtmlTooComplex, parseHtml } from '../src/parse-html.ts';
import { MAX_HTML_CHARACTERS, MAX_PLAIN_CHARACTERS, outlineOf, sanitiser } from '../src/sanitise-html.ts';

/* HTML that was made, or has come out of an editor, to take all the time and memory there is. */

const reasons: string[] = [];
const sanitise = sanitiser({
  location: (value) => (/^(https:|\/)/.test(value) ? value : undefined),
  link: (value) => (/^(https:|\/)/.test(value) ? value : undefined),
  videoOrigins: [],
  onPlainText: (_, reason) => reasons.push(reason),
});

/** So many characters of it. */
const fill = (length: number, piece: (index: number) => string): string => {
  let html = '';
  for (let index = 0; html.length < length; index += 1) html += piece(index);
  return html.slice(0, length);
};

describe('HTML beyond the bounds', () => {
  it.each<[string, (index: number) => string]>([
    ['formatting elements that each block repeats', (index) => `<b id=${index}><p>word `],
    [
      'the same in a table, from which they are moved out',
      (index) => `${index === 0 ? '<table>' : ''}<b id=${index}><p>word `,
    ],
    ['levels', () => '<div>word '],
    ['lists in lists', () => '<ul><li>word '],
    ['tables in tables', () => '<table><tr><td>word '],
    ['templates in templates', () => '<template>'],
    ['links that end in other blocks', (index) => `<a href=/${index}><div></a>word `],
    ['drawings in drawings', () => '<svg><g>'],
  ])('by %s is its text alone, and is reported', (_, piece) => {
    reasons.length = 0;
    const html = fill(43_000, piece);
    const text = plainText(html);
    expect(text).not.toMatch(/<[^<>]*>/);
    expect(sanitise(html)).toMatch(/^<p>[^<]*<\/p>$/);
    expect(reasons).toEqual([
      expect.stringMatching(/nested deeper than 100|more elements than its length accounts for|more than 1000 ms/),
    ]);
    expect(outlineOf(sanitise(html)).headings).toEqual([]);
  });

  it.each<[string, number, string]>([
    ['images', 200_000, '<img src="/x.png">'],
    ['signs', 100_000, '<'],
    ['tables', 200_000, '<table><tr><td>a<td>b</table>'],
    ['paragraphs', 600_000, '<p>Some words in a paragraph. </p>'],
    ['words', 600_000, 'नमस्ते 🙏'],
  ])('by the length of its %s is the beginning of its text', (_, length, piece) => {
    reasons.length = 0;
    const sanitised = sanitise(fill(length, () => piece));
    expect(/^<p>[^<]*<\/p>$/.test(sanitised)).toBe(true);
    expect(plainText(sanitised).length).toBeLessThanOrEqual(MAX_PLAIN_CHARACTERS + 1);
    expect(sanitised.length).toBeLessThan(MAX_HTML_CHARACTERS);
    expect(sanitised.isWellFormed()).toBe(true);
    expect(reasons).toEqual(['longer than 400,000 characters of HTML']);
    // Read again, it is within the bounds.
    expect(sanitise(sanitised) === sanitised).toBe(true);
    expect(reasons).toHaveLength(1);
  });

  it('is known to be so after a bounded number of steps', () => {
    expect(() => parseHtml(fill(1_000_000, (index) => `<b id=${index}><p>`))).toThrow(HtmlTooComplex);
  });

  it('is named by its beginning where it is read', () => {
    const dropped: [string, string][] = [];
    const read = createParseContext({
      timeZone: 'Asia/Kathmandu',
      videoOrigins: [],
      onDropped: (path, reason) => dropped.push([path, reason]),
    });
    read.html(`Our terms ${'<div>'.repeat(200)}`);
    expect(dropped).toEqual([
      [expect.stringContaining('the text that begins "Our terms <div>'), 'nested deeper than 100: shown as plain text'],
    ]);
  });
});

describe('HTML within the bounds', () => {
  it.each<[string, number, (index: number) => string]>([
    ['a long article', 300_000, (index) => `<h2>Part ${index}</h2><p>${'Some <b>plain</b> words. '.repeat(20)}</p>`],
    [
      'a table of thousands of cells',
      150_000,
      (index) => `${index === 0 ? '<table>' : ''}<tr><td>${index}<td>Name<td>12.50`,
    ],
    ['pictures without a place', 200_000, () => '<img>'],
    ['pictures', 80_000, (index) => `<img src="/${index}.jpg">`],
    ['unclosed paragraphs', 100_000, () => '<p>word'],
    ['less-than signs', 60_000, () => '<'],
    ['ampersands', 60_000, () => '&'],
    ['headings with the same words', 100_000, () => '<h2>What it costs</h2>'],
    ['attributes', 100_000, (index) => (index === 0 ? '<p ' : `a${index}=1 `)],
  ])('is taken as it is: %s', (_, length, piece) => {
    reasons.length = 0;
    const once = sanitise(fill(length, piece));
    expect(reasons).toEqual([]);
    expect(sanitise(once)).toBe(once);
  });

  it('shows the same beginning, however much follows', () => {
    const start = '<style>p{}</style><!-- Word --><p>The <b>beginning</b> of it &amp; more. ';
    const rest = fill(300_000, () => '<p>And so <i>on</i>. ');
    const text = plainText(start + rest);
    expect(text.startsWith(textBeginning(start + rest, 300).slice(0, 300))).toBe(true);
    expect(textBeginning(`<div ${'x'.repeat(20_000)}>${start}`, 300)).toBe('The beginning of it & more.');
    expect(textBeginning('<script>no words</script><iframe>none</iframe>yes', 300)).toBe('yes');
  });
});

const RUNS = { seed: 13, numRuns: examples(1_500) };
const piece = fc.oneof(
  fc.constantFrom(
    '<li>',
    '<dd>',
    '<button>',
    '<p>',
    '</p>',
    '<b>',
    '</b>',
    '<table>',
    '<tr>',
    '<td>',
    '</table>',
    '<ul><li>',
    '<h1>',
    '</h1>',
    '<h3 id=x>',
  ),
  fc.constantFrom(
    '<script>',
    '</script>',
    '<style>',
    '<!--',
    '-->',
    '<![CDATA[',
    '<svg>',
    '<math><mi>',
    '<template>',
    '<noscript>',
  ),
  fc.constantFrom(
    '<img src="/a.jpg" onerror=alert(1)>',
    '<a href="javascript:alert(1)">',
    '<iframe src="/x">',
    '<a href=/ok>',
  ),
  fc.constantFrom(
    '<p onclick=x style=y class=z id=main>',
    '<form action=//evil>',
    '<input>',
    '<base href=//evil>',
    '<meta refresh>',
  ),
  fc.constantFrom('&lt;', '&amp;amp;', '&#0;', '\0', '"', "'", '`', '\ud800', '\u2028', ' ', '=', '/>', 'word'),
  fc.string({ maxLength: 8 }),
);
const html = fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join(''));

function elementsOf(node: Nodes): Element[] {
  const inside = 'children' in node ? node.children.flatMap(elementsOf) : [];
  return node.type === 'element' ? [node, ...inside] : inside;
}

describe('whatever HTML comes', () => {
  it('is safe afterwards, as a browser parses it, and stays as it is when it is read again', {
    tags: ['properties'],
  }, () => {
    fc.assert(
      fc.property(html, (given) => {
        const safe = sanitise(given);
        const elements = elementsOf(parseHtml(safe));
        for (const { tagName, properties } of elements) {
          expect(tagName).not.toMatch(/^(script|style|svg|math|form|input|base|meta|object|template|noscript|iframe)$/);
          for (const [name, value] of Object.entries(properties)) {
            expect(name).not.toMatch(/^on|^style$/);
            if (name === 'href' || name === 'src') expect(String(value)).toMatch(/^(https:|\/|#text-)/);
            if (name === 'id') expect(String(value)).toMatch(/^text-/);
          }
        }
        // Some of what is broken beyond repair is plain text, which is read again as such.
        expect(sanitise(safe)).toBe(safe);
        const inPage = toHtml(parseHtml(`<ul><li><div>${safe}</div>after</li></ul>`));
        expect(inPage).toBe(`<ul><li><div>${safe}</div>after</li></ul>`);
      }),
      RUNS,
    );
  });

  it('has words without its markup', { tags: ['properties'] }, () => {
    fc.assert(
      fc.property(html, (given) => {
        const words = plainText(given);
        expect(words).toBe(words.replace(/\s+/g, ' ').trim());
        expect(
          textBeginning(given, 50).startsWith(words.slice(0, 50)) || words.startsWith(textBeginning(given, 50)),
        ).toBe(true);
      }),
      RUNS,
    );
  });
});

describe('a film or a map of another site', () => {
  const html = (text: string) => sanitise(text);
  it.each([
    ['[a link alone]', '<p><a href="https://youtu.be/x">Our film</a></p>', '▶ youtu.be'],
    [
      'a picture with a link',
      '<p> <a href="https://www.youtube.com/watch?v=x"><img src="/media/a.jpg" alt="Film"></a>\n</p>',
      '▶ www.youtube.com',
    ],
    ['a map', '<p><a href="https://www.google.com/maps/place/Ilam">Ilam</a></p>', 'www.google.com'],
    [
      'a map of others',
      '<p><a href="https://www.openstreetmap.org/#map=15/26.9/87.9">Ilam</a></p>',
      'www.openstreetmap.org',
    ],
  ])('is a card that says where it leads: %s', (_, text, place) => {
    const once = html(text);
    expect(once).toContain(` data-elsewhere="${place}"`);
    expect(html(once)).toBe(once);
  });

  it.each([
    ['in a sentence', '<p>See <a href="https://youtu.be/x">our film</a>.</p>'],
    ['in a sentence without a paragraph', 'See <a href="https://youtu.be/x">our film</a>.'],
    ['of another short address', '<p><a href="https://goo.gl/abc">Form</a></p>'],
    ['beside another', '<p><a href="https://youtu.be/x">One</a> <a href="https://youtu.be/y">two</a></p>'],
    ['of a search', '<p><a href="https://www.google.com/search?q=maps">Maps</a></p>'],
    ['of a name that only begins so', '<p><a href="https://youtube.com.example/x">Film</a></p>'],
  ])('is a link like others %s', (_, text) => {
    expect(html(text)).not.toContain('data-elsewhere');
  });

  it.each([
    ['https://www.youtube.com/embed/a-B_1?rel=0', 'https://www.youtube.com/watch?v=a-B_1'],
    ['https://www.youtube-nocookie.com/embed/a1', 'https://www.youtube.com/watch?v=a1'],
    ['https://player.vimeo.com/video/123', 'https://vimeo.com/123'],
    [
      'https://www.google.com/maps/embed?pb=!1m18!2d85.31!3d27.69!2m3',
      'https://www.google.com/maps/search/?api=1&query=27.69,85.31',
    ],
    ['https://www.google.com/maps/embed/v1/place?q=Ilam', 'https://www.google.com/maps/embed/v1/place?q=Ilam'],
  ])('that is embedded as %s leads to its page', (address, page) => {
    const shown = html(`<p>Before</p><iframe src="${address}" title="Film"></iframe>`);
    expect(shown).toContain(`href="${page.replaceAll('&', '&#x26;')}"`);
    expect(shown).toContain('data-elsewhere');
  });
});
