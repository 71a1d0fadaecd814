import type { Element, ElementContent } from 'hast';

/* Elements of SVG with attributes of geometry only: colours, patterns and sizes of text are in shared/ui/RichText.module.css. */

/** Units of a chart's width: 320 px on a phone, twice as much on a desktop. */
export const WIDTH = 400;
/** The size of text on a phone. Styles make it smaller where the chart is wider. */
const EM = 15;

/** Numbers with a decimal at most: more digits are bytes that no screen shows. */
export function svg(
  tagName: string,
  attributes: Record<string, string | number>,
  ...children: (Element | string)[]
): Element {
  const properties = Object.fromEntries(
    Object.entries(attributes).map(([name, value]) => [name, typeof value === 'number' ? rounded(value) : value]),
  );
  const content = children.map(
    (child): ElementContent => (typeof child === 'string' ? { type: 'text', value: child } : child),
  );
  return { type: 'element', tagName, properties, children: content };
}

export const rounded = (value: number): string => String(Math.round(value * 10) / 10);

/** A text whose middle is at `y`. */
export const textAt = (
  x: number,
  y: number,
  text: string,
  { anchor = 'start', part = '' }: { anchor?: 'start' | 'middle' | 'end'; part?: 'value' | '' } = {},
): Element =>
  svg(
    'text',
    { x, y, dy: '.35em', ...(anchor !== 'start' && { textAnchor: anchor }), ...(part && { dataPart: part }) },
    text,
  );

/** Marks stand above or below their letter; capitals and Devanagari are wider than small letters and digits. */
const MARK = /\p{M}/gu;
const WIDE = /[\p{Lu}\p{Script=Devanagari}%]/u;

/** About the width of a text: the server has no font to measure it with. */
export function textWidth(text: string): number {
  let width = 0;
  for (const character of text.replace(MARK, '')) width += WIDE.test(character) ? 0.66 * EM : 0.52 * EM;
  return width;
}

/** The text, cut to a width. */
export function fitted(text: string, width: number): string {
  if (textWidth(text) <= width) return text;
  let cut = text;
  while (cut !== '' && textWidth(`${cut}…`) > width) cut = [...cut].slice(0, -1).join('');
  return `${cut.trimEnd()}…`;
}
