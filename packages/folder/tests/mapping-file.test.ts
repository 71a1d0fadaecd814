import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ConfigError, readConfig } from '../../config/src/config.ts';
import { faultText } from '../src/faults.ts';
import { readMapping, withMapping } from '../src/mapping-file.ts';

const URL = 'https://cms.example.org/frontapi/en/';
const faultsOf = (text: string): string[] => readMapping(text, 'mapping.yaml').faults.map(faultText);

it('reads everything that may stand in a mapping', () => {
  const { mapping, faults } = readMapping(
    `headers:
  Referer: https://www.example.com.np/
parameters:
  per_page: limit
  search: null
dates: [DD/MM/YYYY, BS D MMMM YYYY]
data: result
calls:
  blogs:
    path: posts?type=blog
    content: posts
    fields:
      name: title
      files: "[{location: photo}]"
    values:
      status: { 1: published, 0: draft }
  blogs/{id}:
    path: posts/{id}
    dates: [X]
  album: none
  home:
    fields:
      sliders: banners
`,
    'mapping.yaml',
  );
  expect(faults).toEqual([]);
  expect(mapping).toEqual({
    headers: { Referer: 'https://www.example.com.np/' },
    parameters: { per_page: 'limit', search: null },
    dates: ['DD/MM/YYYY', 'BS D MMMM YYYY'],
    data: 'result',
    calls: {
      blogs: {
        path: 'posts?type=blog',
        content: 'posts',
        fields: { name: 'title', files: '[{location: photo}]' },
        values: { status: { 1: 'published', 0: 'draft' } },
      },
      'blogs/{id}': { path: 'posts/{id}', dates: ['X'] },
      album: 'none',
      home: { fields: { sliders: 'banners' } },
    },
  });
  expect(readMapping('', 'mapping.yaml')).toEqual({ mapping: {}, faults: [] });
});

it.each([
  ['cals: {}', 'mapping.yaml:1:7: cals: not a known field: did you mean calls?'],
  ['calls:\n  blog: {}', 'mapping.yaml:2:9: calls.blog: not a known field: did you mean blogs?'],
  ['calls:\n  bod:\n    pat: x', 'mapping.yaml:3:10: calls.bod.pat: not a known field: did you mean path?'],
  [
    'calls:\n  bod:\n    fields:\n      nam: x',
    'mapping.yaml:4:12: calls.bod.fields.nam: not a known field: did you mean name?',
  ],
  [
    'calls: { bod: { fields: { name: "a..b" } } }',
    'mapping.yaml:1:33: calls.bod.fields.name: not a JMESPath expression: ',
  ],
  [
    'calls: { bod: { path: "https://evil.example/" } }',
    'mapping.yaml:1:23: calls.bod.path: expected a path below FRONTAPI_URL',
  ],
  ['calls: { bod: { path: "//evil.example/x" } }', 'mapping.yaml:1:23: calls.bod.path: expected a path'],
  ['calls: { bod: { path: [bod, "//evil.example/x"] } }', 'mapping.yaml:1:23: calls.bod.path: expected a path'],
  ['calls: { bod: { path: [] } }', 'mapping.yaml:1:23: calls.bod.path: '],
  ['dates: [DD/mm]', 'mapping.yaml:1:9: dates.0: '],
  ['calls: { bod: nothing }', 'mapping.yaml:1:15: calls.bod: '],
  ['headers: { "X Y": 1 }', 'mapping.yaml:1:'],
  ['headers: { Referer: "a\\nb" }', 'mapping.yaml:1:21: headers.Referer: expected one line'],
  ['a: [', 'mapping.yaml:1:'],
  ['- 1', 'mapping.yaml:1:'],
])('says where the fault is in %j', (text, expected) => {
  const [fault = ''] = faultsOf(text);
  expect(fault).toContain(expected);
});

it('is read for a configuration that names it, which it completes', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'foyer-mapping-'));
  const file = join(dir, 'mapping.yaml');
  const config = () => withMapping(readConfig({ FRONTAPI_URL: URL, FRONTAPI_MAPPING: file }));
  try {
    await expect(config()).rejects.toThrow(new RegExp(`^FRONTAPI_MAPPING=${file}: ENOENT`));
    await writeFile(file, 'calls: { album: none }\n');
    expect((await config()).upstream).toMatchObject({ url: URL, mapping: { calls: { album: 'none' } } });
    await writeFile(file, 'cals: {}\ndat: x\n');
    const error = await config().catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(ConfigError);
    expect(String(error).split('\n')).toHaveLength(2);
  } finally {
    await rm(dir, { recursive: true });
  }
  const without = readConfig({ FRONTAPI_URL: URL });
  expect(await withMapping(without)).toBe(without);
});
