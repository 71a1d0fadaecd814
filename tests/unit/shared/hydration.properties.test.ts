import fc from 'fast-check';
import { type DefaultTreeAdapterMap, parse, serialize } from 'parse5';
import { createElement as element } from 'react';
import { renderToString } from 'react-dom/server';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createParseContext } from '../../../packages/gateway/src/field-parsers.ts';
import type { Site } from '../../../packages/model/src/kinds/site.ts';
import { html } from '../../../packages/model/src/schema/fields.ts';
import type { BlockResult, Deferred } from '../../../shared/deferred.ts';
import { BlockData, Hydration, HydrationScripts } from '../../../shared/hydration.tsx';
import { createHydrationData } from '../../../shared/hydration-data.ts';
import { RichText } from '../../../shared/ui/RichText.tsx';
import { examples } from '../../support/extents.ts';

/* What the server writes into a page, an HTML parser reads and the browser's code takes from it, whatever it says. */

const RUNS = { seed: 20_240_305, numRuns: examples(250) };

type Node = DefaultTreeAdapterMap['node'];

function find(node: Node, is: (attributes: { name: string; value: string }[]) => boolean): Node | undefined {
  if ('attrs' in node && is(node.attrs)) return node;
  for (const child of 'childNodes' in node ? node.childNodes : []) {
    const found = find(child, is);
    if (found) return found;
  }
  return undefined;
}

/** The document's methods that client/read-hydration-data.ts needs, on a page as it goes over the wire. */
function documentOf(page: string) {
  const tree = parse(Buffer.from(page).toString());
  const elementWith = (name: string, value: string) => {
    const node = find(tree, (attributes) => attributes.some((each) => each.name === name && each.value === value));
    if (!node || !('childNodes' in node)) return null;
    const textContent = node.childNodes.map((child) => ('value' in child ? child.value : '')).join('');
    return { innerHTML: serialize(node), textContent };
  };
  return {
    readyState: 'complete',
    getElementById: (id: string) => elementWith('id', id),
    querySelector: (selector: string) => {
      const [, name = '', value = ''] = /^\[([\w-]+)="([^"]*)"\]$/.exec(selector) ?? [];
      return elementWith(name, value);
    },
  };
}

afterEach(() => {
  vi.unstubAllGlobals();
});

/** What the browser's code makes of a page; undefined where it leaves the page as it is. */
async function read(page: string) {
  vi.stubGlobal('document', documentOf(page));
  const { readHydrationData } = await import('../../../client/read-hydration-data.ts');
  let result: ReturnType<typeof readHydrationData>;
  try {
    result = readHydrationData(async () => ({}));
  } catch {
    return undefined;
  }
  const { data, error } = result;
  // A block reads its element when its result is read.
  const blocks = Object.entries(data).flatMap(([name, value]) =>
    name.startsWith('block ') ? [[name, (value as Deferred<unknown>).result]] : [],
  );
  return { error, data, blocks: Object.fromEntries(blocks) };
}

const ROOT = {
  locale: 'en' as const,
  locales: ['en'] as const,
  site: { name: 'Himal' } as Site,
  origin: '',
  indexable: true,
  isProvisional: false,
};

function write(
  data: object,
  { shown = [], blocks = {} }: { shown?: string[]; blocks?: Record<string, BlockResult<unknown>> } = {},
) {
  vi.unstubAllGlobals();
  const deferred = Object.entries(blocks).map(([name, result]): [string, Deferred<unknown>] => [
    name,
    { result, promise: Promise.resolve(result) },
  ]);
  const hydrationData = createHydrationData({
    root: ROOT,
    location: { pathname: '/', search: '', hash: '', key: 'default' },
    data: { ...data, ...Object.fromEntries(deferred) },
  });
  const body = renderToString(
    element(
      Hydration,
      { value: { scripts: { data: hydrationData, start: '', modules: [] } } },
      shown.map((text, index) => element(RichText, { key: index, html: text })),
      element(HydrationScripts),
      // As in a stream, where blocks follow.
      Object.entries(blocks).map(([name, result]) => element(BlockData, { key: name, name, result })),
    ),
  );
  return `<!DOCTYPE html><html lang="en"><head><title>x</title></head><body>${body}</body></html>`;
}

const PIECES = [
  ...[
    '\\',
    '"',
    '\\"',
    '\\\\',
    "'",
    '`',
    '@',
    '@@',
    '@0',
    '{',
    '}',
    '[',
    ']',
    ',',
    ':',
    '&',
    '&amp;',
    '&lt;',
    '&#0;',
    '&#13;',
  ],
  ...[
    '<',
    '>',
    '</script>',
    '</SCRIPT >',
    '<script>',
    '<!--',
    '-->',
    '<![CDATA[',
    ']]>',
    '<p>',
    '</p>',
    '<b>',
    '</b>',
    '</div>',
  ],
  ...[
    '\0',
    '\r',
    '\n',
    '\r\n',
    '\t',
    '\f',
    '\v',
    '\u0001',
    '\u007f',
    '\u0085',
    '\u00a0',
    '\u2028',
    '\u2029',
    '\ufeff',
    '\ufffd',
    '\uffff',
  ],
  ...['\ud800', '\udfff', '\udfff\ud800', '😀', 'é', 'e\u0301', 'सूचना', 'x', 'u003c', 'shown', 'a long run of words. '],
];
const char = fc.oneof(
  fc.string({ unit: 'binary', minLength: 1, maxLength: 3 }),
  fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code)),
);
const text = fc
  .array(fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...PIECES) }, char), { maxLength: 8 })
  .map((parts) => parts.join(''));
/** Long enough to be numbered. */
const longText = text.map((part) => `${part}${'and so on '.repeat(20)}${part}`);

const key = fc.oneof(
  fc.constantFrom('__proto__', 'constructor', 'toJSON', 'shown', 'deferred', 'numbered', 'routes', '0', ''),
  text,
);
const object = (value: fc.Arbitrary<unknown>) =>
  // Defines own properties, of the name __proto__ too.
  fc.array(fc.tuple(key, value), { maxLength: 4 }).map((entries): object => Object.fromEntries(entries));

/** JSON-like data with these texts in it, whole, in parts and as parts of others. */
const dataWith = (texts: string[]) => {
  const part = fc.tuple(fc.constantFrom(...texts), fc.nat(300)).map(([whole, length]) => whole.slice(0, length));
  const around = fc.tuple(text, fc.constantFrom(...texts), text).map((parts) => parts.join(''));
  const leaf = fc.oneof(
    fc.constantFrom(...texts, '"', `"${texts[0]}`),
    part,
    around,
    text,
    fc.integer(),
    fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => number + 0),
    fc.boolean(),
    fc.constant(null),
  );
  const { value } = fc.letrec<{ value: unknown }>((tie) => ({
    value: fc.oneof({ maxDepth: 4 }, leaf, fc.array(tie('value'), { maxLength: 4 }), object(tie('value'))),
  }));
  return object(value).map((data) => {
    // Such an object is a block by itself.
    if ('promise' in data && 'result' in data) return {};
    return data;
  });
};

const json = (value: unknown) => JSON.stringify(value);

const TAGS = 'p br h1 h2 ul ol li dl dt dd blockquote pre code a b i table tr td th caption button span'.split(' ');
/** What editors write, as it is sanitised, and long. */
const soup = fc.array(
  fc.oneof(
    fc.constantFrom(...TAGS).chain((tag) => fc.constantFrom(`<${tag}>`, `</${tag}>`)),
    fc.constantFrom(
      '<pre>\n\n\n',
      '<pre title="a > b">\n\n\n',
      '<a href="/blogs?a=1&b=2">',
      '<img src="/a.jpg" alt="<">',
    ),
    text,
  ),
  { maxLength: 10 },
);
const reading = createParseContext({ timeZone: 'Asia/Kathmandu', videoOrigins: [], onDropped: () => {} });
const editorsText = soup.map((parts) =>
  html(reading).parse(`x${parts.join('')}${'and so on '.repeat(20)}${parts.join('')}`),
);

/** As a browser gives it back after it was written. */
const readBack = (markup: string) =>
  documentOf(`<!DOCTYPE html><body><div id="here">${markup}</div>`).getElementById('here')?.innerHTML ?? '';

function mapStrings(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((each) => mapStrings(each, change));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, mapStrings(each, change)]));
}

const settled = (data: fc.Arbitrary<object>) =>
  fc.oneof(fc.record({ ok: fc.constant(true as const), data }), fc.constant({ ok: false } as const));

const texts = fc.array(longText, { minLength: 1, maxLength: 3 });

describe('the data of a page', () => {
  it('comes as it was written', { tags: ['properties'] }, async () => {
    await fc.assert(
      fc.asyncProperty(texts.chain(dataWith), async (data) => {
        expect(json((await read(write(data)))?.data)).toBe(json(data));
      }),
      RUNS,
    );
  });

  it('comes with the texts that the markup shows as they are there', { tags: ['properties'] }, async () => {
    const pages = fc
      .array(editorsText, { minLength: 1, maxLength: 3 })
      .chain((shown) => fc.tuple(dataWith(shown), fc.constant(shown)));
    await fc.assert(
      fc.asyncProperty(pages, async ([data, shown]) => {
        const result = (await read(write(data, { shown })))?.data;
        const asShown = new Set([...shown, ...shown.map(readBack)]);
        const normal = (value: unknown) => mapStrings(value, (each) => (asShown.has(each) ? readBack(each) : each));
        expect(json(normal(result))).toBe(json(normal(data)));
      }),
      RUNS,
    );
  });

  it('comes in blocks as it was written', { tags: ['properties'] }, async () => {
    const pages = texts.chain((given) => fc.tuple(dataWith(given), settled(dataWith(given)), settled(dataWith(given))));
    await fc.assert(
      fc.asyncProperty(pages, async ([data, first, second]) => {
        const blocks = { 'block 1': first, 'block 2': second };
        const result = await read(write(data, { blocks }));
        expect(json(result?.blocks)).toBe(json(blocks));
        expect(json({ ...result?.data, ...blocks })).toBe(json({ ...data, ...blocks }));
      }),
      RUNS,
    );
  });

  it('comes whole or not at all, wherever the page was cut off', { tags: ['properties'] }, async () => {
    const pages = fc
      .tuple(editorsText, texts)
      .chain(([shown, given]) => fc.tuple(dataWith([shown, ...given]), settled(dataWith(given)), fc.constant(shown)));
    let whole = 0;
    await fc.assert(
      fc.asyncProperty(pages, fc.nat(1000), async ([data, block, shown], place) => {
        const blocks = { 'block 1': block };
        const page = write(data, { shown: [shown], blocks });
        const expected = await read(page);
        const cut = page.slice(0, Math.round((page.length * place) / 1000));
        const result = await read(cut);
        if (!result) return;
        whole += 1;
        expect(json({ ...result, blocks: null })).toBe(json({ ...expected, blocks: null }));
        const came = result.blocks['block 1'];
        if (came) expect(json(came)).toBe(json(block));
      }),
      RUNS,
    );
    expect(whole).toBeGreaterThan(0);
  });
});
