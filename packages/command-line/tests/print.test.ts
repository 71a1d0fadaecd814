import { styleText } from 'node:util';
import { expect, it } from 'vitest';
import { print, printable } from '../src/print.ts';
import { Progress } from '../src/progress.ts';

it.each([
  ['a title of the terminal', 'a\u001b]0;x\u0007b', 'a\\u001b]0;x\\u0007b'],
  ['a cleared screen', '\u001b[2Jx', '\\u001b[2Jx'],
  ['a hidden text', '\u001b[8mx', '\\u001b[8mx'],
  ['controls of one byte', '\u009b2J\u007f\r', '\\u009b2J\\u007f\\u000d'],
  ['another direction', 'a\u202eb\u2066c', 'a\\u202eb\\u2066c'],
  ['lines, and Nepali', 'क्\u200dष\n\tमार्\u200cफत', 'क्\u200dष\n\tमार्\u200cफत'],
])('%s does nothing in a terminal', (_, text, expected) => {
  expect(printable(text)).toBe(expected);
  const written: string[] = [];
  print({ write: (part) => written.push(part) }, text);
  new Progress({ write: (part) => written.push(part) }).print(text);
  expect(written).toEqual([expected, `${expected}\n`]);
});

it('leaves the colours of our own lines, and JSON the same', () => {
  for (const style of ['bold', 'dim', 'green', 'red', 'yellow'] as const) {
    const text = styleText(style, 'x', { validateStream: false });
    expect(printable(text)).toBe(text);
  }
  expect(JSON.parse(printable(JSON.stringify('\u001b\u009b\u202e')))).toBe('\u001b\u009b\u202e');
});
