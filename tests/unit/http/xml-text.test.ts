import { expect, it } from 'vitest';
import { textOfXml, xmlText } from '../../../server/http/xml-text.ts';

it('reads back what it has written', () => {
  const text = `/page/r&d "it's" <b> &amp; &lt;`;
  expect(xmlText(text)).not.toMatch(/&[^a-z]|[<>"']/);
  expect(textOfXml(xmlText(text))).toBe(text);
});
