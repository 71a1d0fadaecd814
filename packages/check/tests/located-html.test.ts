import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { createLocatedConverter } from '../src/located-html.ts';
import { elementsOf } from '../src/text-elements.ts';

const documents = ['README.md', 'content/README.md', ...readdirSync('docs').map((name) => `docs/${name}`)].filter(
  (path) => path.endsWith('.md'),
);
const indented = (text: string, indent: string) => text.replace(/^/gm, indent);

it.each([
  ['as it is', (text: string) => text],
  ['in a quote', (text: string) => indented(text, '> ')],
  ['in a list', (text: string) => `- An item\n\n${indented(text, '  ')}`],
])('finds each element of the documentation at its place: %s', (_, variant) => {
  const convert = createLocatedConverter();
  let count = 0;
  for (const path of documents) {
    const text = variant(readFileSync(path, 'utf8'));
    const { headings, links, images, tables } = elementsOf(convert(text));
    const expectAt = (at: number | undefined, pattern: RegExp) => expect(text.slice(at), path).toMatch(pattern);
    for (const { at } of headings) expectAt(at, /^(?:#|<h)/);
    for (const { at, name } of links) {
      expectAt(at, /^(?:\[|<|http)/);
      expect(text.slice(at, (at ?? 0) + 200), path).toContain(name.split(/[\s.]/, 1)[0]);
    }
    for (const { at } of images) expectAt(at, /^(?:!\[|<img)/);
    for (const { at } of tables) expectAt(at, /^\|/);
    count += headings.length + links.length + images.length + tables.length;
  }
  expect(count).toBeGreaterThan(100);
});
