/**
 * Characters with which a text could take over a terminal or reverse what a line says: controls, but of white space that of a
 * line, and marks of direction. The colours of our own lines are no others than these.
 */
const UNPRINTABLE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  /(?!\u001b\[(?:1|2|22|3[1239])m)[\0-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

/** With `\u001b` in their place, which is the same text in JSON. */
export const printable = (text: string): string =>
  text.replace(UNPRINTABLE, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** Every command writes with it: texts of an API, a file and a configuration are in what it says. */
export function print(output: { write(text: string): unknown }, text: string): void {
  output.write(printable(text));
}
