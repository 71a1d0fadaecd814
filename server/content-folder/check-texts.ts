import type { ParseContext } from '../../shared/schema/fields.ts';
import { MAX_DESCRIBED_IMAGES } from '../images/describe-images.ts';
import { MarkdownError } from './bounded-markdown.ts';
import { type ContentFile, type MarkdownFile, positionInBody } from './content-files.ts';
import type { Fault } from './faults.ts';
import type { Position } from './text-position.ts';

/** A shorter text exceeds no bound: an image takes six characters of Markdown. */
const SHORT_CHARS = MAX_DESCRIBED_IMAGES * 6;
const IMG = /<img /g;

/**
 * Returns a fault for each text whose sanitised HTML exceeds the gateway's bounds, and for each with more images than are
 * scaled. The gateway logs them too, but knows no file.
 * @param toHtml throws a MarkdownError for a text that cannot be converted, which is reported elsewhere
 * @param sanitiser returns the sanitiser that calls its parameter with the reason why a text is shown as plain text
 */
export function checkTexts(
  sources: readonly (ContentFile | MarkdownFile)[],
  toHtml: (markdown: string) => string,
  sanitiser: (onPlainText: (reason: string) => void) => ParseContext['html'],
): Fault[] {
  const reasons: string[] = [];
  const sanitise = sanitiser((reason) => reasons.push(reason));
  const messagesOf = (text: string): string[] => {
    try {
      const html = sanitise(toHtml(text));
      const images = html.match(IMG)?.length ?? 0;
      const tooMany = `the text has ${images} images: only the first ${MAX_DESCRIBED_IMAGES} are scaled`;
      const plain = reasons.splice(0).map((reason) => `the text is ${reason}`);
      return images > MAX_DESCRIBED_IMAGES ? [...plain, tooMany] : plain;
    } catch (error) {
      if (!(error instanceof MarkdownError)) throw error;
      return [];
    }
  };
  return sources.flatMap((source) =>
    textsIn(source).flatMap(({ text, position }) =>
      messagesOf(text).map((message) => ({ file: source.file, ...position(), message })),
    ),
  );
}

/** The texts of a file that are long enough to exceed a bound. */
function textsIn(source: ContentFile | MarkdownFile): { text: string; position: () => Position }[] {
  const texts: { text: string; position: () => Position }[] = [];
  const walk = (value: unknown, path: PropertyKey[]) => {
    if (typeof value === 'string' && value.length > SHORT_CHARS)
      texts.push({ text: value, position: () => source.positionOf(path) });
    if (typeof value !== 'object' || value === null) return;
    for (const [name, field] of Object.entries(value))
      walk(field, [...path, Array.isArray(value) ? Number(name) : name]);
  };
  walk(source.value, []);
  if ('body' in source && source.body.length > SHORT_CHARS)
    texts.push({ text: source.body, position: () => positionInBody(source, source.body.search(/\S|$/)) });
  return texts;
}
