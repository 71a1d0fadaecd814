/** A place in a text file; lines and columns count from 1. */
export interface Position {
  line: number;
  column: number;
}

export const FILE_START: Position = { line: 1, column: 1 };

/** The position of the character at an index of a text whose lines end with `\n`. */
export const positionAt = (text: string, index: number): Position => createPositionFinder(text)(index);

/** Returns a function that finds the position of an index. The line starts are computed once, at the first call. */
export function createPositionFinder(text: string): (index: number) => Position {
  let starts: number[] | undefined;
  return (index) => {
    starts ??= [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)];
    let [line, beyond] = [0, starts.length];
    while (beyond - line > 1) {
      const middle = (line + beyond) >> 1;
      if ((starts[middle] ?? 0) <= index) line = middle;
      else beyond = middle;
    }
    return { line: line + 1, column: Math.max(index - (starts[line] ?? 0), 0) + 1 };
  };
}
