import { styleText } from 'node:util';

/* Text for a terminal: its width, colours, and wrapped lines. */

export interface Terminal {
  /** Undefined: a pipe or a file, to which plain lines are written. */
  columns?: number;
  paint(style: Style, text: string): string;
}

export type Style = 'bold' | 'dim' | 'green' | 'red' | 'yellow';

/** Of a terminal that says nothing of its width. */
const DEFAULT_COLUMNS = 80;
/** A longer line is hard to read. */
const WIDEST_COLUMNS = 120;

export function terminalOf(
  stream: { isTTY?: boolean; columns?: number },
  environment: Record<string, string | undefined>,
): Terminal {
  if (!stream.isTTY) return { paint: (_, text) => text };
  const hasColours = !environment.NO_COLOR && environment.TERM !== 'dumb';
  return {
    columns: Math.min(stream.columns || DEFAULT_COLUMNS, WIDEST_COLUMNS),
    paint: (style, text) => (hasColours && text !== '' ? styleText(style, text, { validateStream: false }) : text),
  };
}

/** Columns that a text takes: marks have none, wide letters two. */
export function widthOf(text: string): number {
  let width = 0;
  for (const character of text)
    width += /\p{M}|\p{Cf}/u.test(character)
      ? 0
      : /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}]/u.test(
            character,
          )
        ? 2
        : 1;
  return width;
}

/** A text that ends with … where it does not fit. */
export function cut(text: string, columns: number): string {
  if (widthOf(text) <= columns) return text;
  let short = '';
  for (const character of text) {
    if (widthOf(short + character) > columns - 1) break;
    short += character;
  }
  return `${short.trimEnd()}…`;
}

/** Breaks a text into lines that fit into the terminal's columns. @param indents of the first line, and of later ones */
export function wrap(text: string, { columns }: Pick<Terminal, 'columns'>, [first, indent] = ['', '']): string[] {
  if (columns === undefined) return [first + text];
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line === '' ? first + word : `${line} ${word}`;
    if (line !== '' && widthOf(longer) > columns) {
      lines.push(line);
      line = indent + word;
    } else line = longer;
  }
  return [...lines, line];
}
