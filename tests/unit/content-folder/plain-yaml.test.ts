import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { loadAll } from 'js-yaml';
import { describe, expect, it } from 'vitest';
import { YAML_OPTIONS } from '../../../server/content-folder/parse-yaml.ts';
import { readPlainYaml } from '../../../server/content-folder/plain-yaml.ts';
import { examples } from '../../support/extents.ts';

/* What is read without the YAML parser is what the parser reads, whatever the text. The seed is fixed: a run that fails fails again. */

const SEED = 20_270_115;

/** Types and order of the fields count, too. */
const shown = (value: unknown) => JSON.stringify(value, (_, part) => (part === undefined ? 'undefined' : part));

/** Whether a text is read without the parser. Fails if the parser reads it in another way. */
function isPlain(text: string): boolean {
  const value = readPlainYaml(text);
  if (value === undefined) return false;
  const documents: unknown = loadAll(text, YAML_OPTIONS);
  expect([shown(documents), text]).toEqual([shown([value]), text]);
  expect(documents).toStrictEqual([value]);
  return true;
}

const name = fc.constantFrom(
  ...'id name summary created_at tags category files slug location a b_c _ null true false nullable __proto__ constructor n y yes no'.split(
    ' ',
  ),
);
const word = fc.oneof(
  fc.constantFrom(
    ...'a|A text|null|Null|NULL|TRUE|true|false|~|yes|No|on|off|y|n|.nan|.inf|-.inf|NaN|Infinity|0|1|-1|+1|007|0o7|0x1f|1e3|1_000|1.5|12:30|12:30:45|1:2|999999999999999|9007199254740993|2019-07-08|2019-07-08 19:00:00|2019-07-08 19:00|2019-02-31|2019-07-08T19:00:00Z|/media/a.jpg|/|-|- a|?|? a|:|a: b|a:b|a #b|a#b|#a|[]|{}|[a]|{a: b}|"a"|"a\\n"|"a: b # c"|"|""|\'a\'|a, b|a,b|,a|&a b|*a|!a b|!!str 1|| a|> a|%a|@a|`a|a]|a}|(a)|a (b)|राम|शेयर – १२|“a”|it\'s|é|e\u0301|\u0301|😀|a😀|a|a\u00a0b|a\u2028b|a\u0085b|a\ufeffb|\ufeffa|a\u200bb|a\tb|a |  a|a  b|<<|=|<|a\\b|a"b|a%b|a&b|a@b|a*b|a!b|a`b|a|b'.split(
      '|',
    ),
  ),
  fc.string({ maxLength: 6 }),
  fc.string({ maxLength: 6, unit: 'binary' }),
  fc.constantFrom('|', '|-', '>'),
);
/** Of the usual shape. */
const usual = fc.oneof(
  fc.constantFrom(
    ...'A text|राम|गर्‍यौं, र|4. Why?|४. किन?|5|0|2019-07-08|2019-07-08 19:00:00|"a: b # c"|""|it is (so) – 1/2'.split(
      '|',
    ),
  ),
  fc.constantFrom(
    '[a, b]',
    '[5]',
    '{ a: b }',
    '{ slug: a, name: "A, b" }',
    '[{ a: /media/a-b.jpg, b: [c, 1] }]',
    '[[a]]',
  ),
);
const { value } = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    word,
    fc.array(tie('value'), { maxLength: 3 }).map((elements) => `[${elements.join(', ')}]`),
    fc
      .tuple(fc.array(fc.tuple(name, tie('value')), { maxLength: 3 }), fc.constantFrom(' ', '', '  '))
      .map(([fields, space]) => `{${space}${fields.map(([key, text]) => `${key}: ${text}`).join(', ')}${space}}`),
  ),
}));
const line = fc
  .tuple(
    name,
    fc.constantFrom(...Array(20).fill(': '), ':', ':  ', ' : '),
    fc.oneof({ weight: 3, arbitrary: usual }, value),
  )
  .map((parts) => parts.join(''));
const lines = fc
  .tuple(
    fc.array(
      fc.oneof(
        { weight: 30, arbitrary: line },
        { weight: 1, arbitrary: fc.constantFrom('', ' ', '---', '...', '# a', ' a', '- a') },
      ),
      {
        minLength: 1,
        maxLength: 5,
      },
    ),
    fc.constantFrom(...Array(20).fill('\n'), '\r\n', '\n\n', '\n '),
    fc.constantFrom(...Array(9).fill(''), '\n', ' '),
  )
  .map(([all, between, end]) => all.join(between) + end);

describe('a text that is read without the YAML parser', () => {
  it('has the values that the parser reads', { tags: ['properties'] }, () => {
    let plain = 0;
    fc.assert(
      fc.property(lines, (text) => {
        if (isPlain(text)) plain += 1;
      }),
      { seed: SEED, numRuns: examples(20_000) },
    );
    expect(plain).toBeGreaterThan(1_000);
  });

  it('has them with any character changed', { tags: ['properties'] }, () => {
    const example =
      'id: 5\nname: Three rivers (5)\nsummary: "It happens, and: no # shame"\ncreated_at: 2019-07-08 19:00:00\ncreated_by: { name: Anju Thapa }\ncategory: { slug: markets, name: बजार }\ntags: [shares, 12]\nfiles: [{ location: /media/a-b.jpg, alt: A picture }]';
    expect(isPlain(example)).toBe(true);
    fc.assert(
      fc.property(
        fc.nat({ max: example.length }),
        fc.nat({ max: 2 }),
        fc.oneof(word, fc.constantFrom(...' \n\t:#,[]{}"\'&*!|>%@`-?~0')),
        (at, removed, added) => {
          isPlain(example.slice(0, at) + added + example.slice(at + removed));
        },
      ),
      { seed: SEED, numRuns: examples(20_000) },
    );
  });

  it('is most of the front matter of the example', () => {
    const texts = ['blogs', 'news', 'notice', 'album', 'career'].flatMap((folder) =>
      readdirSync(join('content', folder))
        .filter((file) => file.endsWith('.md'))
        .map((file) => /^---\n([\s\S]*?)\n---\n/.exec(readFileSync(join('content', folder, file), 'utf8'))?.[1] ?? ''),
    );
    expect(texts.length).toBeGreaterThan(50);
    expect(texts.filter(isPlain).length / texts.length).toBeGreaterThan(0.5);
  });
});
