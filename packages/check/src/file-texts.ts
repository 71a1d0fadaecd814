import {
  type ContentFile,
  createPositionFinder,
  type Fault,
  MarkdownError,
  type MarkdownFile,
  originalOf,
  type Position,
  walkStrings,
} from '@foyer/folder';
import { createParseContext } from '@foyer/gateway';
import { type Kind, kinds } from '@foyer/model';
import { mapInTurns } from '@foyer/runtime';
import { createLocatedConverter } from './located-html.ts';
import { elementsOf, type TextElements } from './text-elements.ts';

/** A Markdown text of a content file. */
export interface FileText {
  file: string;
  elements: TextElements;
  /** The position in the file of an element's `at`. */
  positionOf(at: number | undefined): Position;
}

/** Any other text has no element that a rule looks at: no heading, link, image, table or HTML. */
const HAS_ELEMENTS = /[[<#|]|```|~~~|https?:|www\.|@|^ {0,3}(?:=+|-+)[ \t]*$/m;

/**
 * The Markdown texts of files that have elements. A text that cannot be converted is shown as plain text, and has none. It yields
 * to the event loop between files.
 * @param onUnread receives a fault for each that cannot be converted
 */
export async function textsOf(
  sources: readonly (ContentFile | MarkdownFile)[],
  videoOrigins: readonly string[],
  onUnread: (fault: Fault) => void,
): Promise<FileText[]> {
  const convert = createLocatedConverter();
  const read = (file: string, markdown: string, positionOf: (index: number) => Position): FileText[] => {
    if (!HAS_ELEMENTS.test(markdown)) return [];
    try {
      const elements = elementsOf(convert(markdown), videoOrigins);
      return [{ file, elements, positionOf: (at = 0) => positionOf(at) }];
    } catch (error) {
      if (!(error instanceof MarkdownError)) throw error;
      onUnread({ file, ...positionOf(error.offset), message: `the text is not checked: ${error.message}` });
      return [];
    }
  };
  const fields = createFieldFinder();
  const texts = await mapInTurns(sources, (source) => {
    const { file } = source;
    if (!('body' in source))
      return fields(source).flatMap(({ path, text }) =>
        read(file, text, (index) => source.positionIn(path, text, index)),
      );
    // As the converter counts: each line break is one character.
    const body = source.body.replace(/\r\n?/g, '\n');
    const positionAt = createPositionFinder(body);
    return read(file, body, (index) => {
      const { line, column } = positionAt(index);
      return { line: source.bodyLine + line - 1, column };
    });
  });
  return texts.flat();
}

/** Returns a function that finds the Markdown in the fields of a YAML file: the texts that the kind's schema converts. */
function createFieldFinder(): (source: ContentFile) => { path: PropertyKey[]; text: string }[] {
  const converted = new Set<string>();
  const ctx = {
    ...createParseContext({ timeZone: 'UTC', videoOrigins: [], onDropped: () => {} }),
    html(text: string) {
      converted.add(text);
      return text;
    },
    excerpt: (text: string) => text,
  };
  const folders = Object.entries(kinds).map(([name, { folder }]: [string, Kind]) => [`${name}.yaml`, folder] as const);
  return ({ file, value }) => {
    const folder = folders.find(([name]) => name === originalOf(file))?.[1];
    if (!folder) return [];
    converted.clear();
    const schema = folder.schema(ctx);
    for (const element of Array.isArray(value) ? value : [value]) schema.safeParse(element);
    const found: { path: PropertyKey[]; text: string }[] = [];
    walkStrings(value, [], (text, path) => {
      if (converted.has(text.trim())) found.push({ path, text });
    });
    return found;
  };
}
