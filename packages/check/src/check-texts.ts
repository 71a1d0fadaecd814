import {
  CHART_LANGUAGE,
  type ContentFile,
  type Fault,
  MarkdownError,
  type MarkdownFile,
  type Position,
  positionInBody,
  walkStrings,
} from '@foyer/folder';
import { MAX_HTML_CHARACTERS } from '@foyer/gateway';
import { MAX_DESCRIBED_IMAGES } from '@foyer/images';
import type { ParseContext } from '@foyer/model';
import { mapInTurns } from '@foyer/runtime';

/** A shorter text exceeds no bound: an image takes six characters of Markdown. */
const SHORT_CHARS = MAX_DESCRIBED_IMAGES * 6;
const IMG = /<img /g;
/** Markdown without HTML and charts becomes less than a hundred times as long, and it is well-formed. */
const LONG_CHARS = MAX_HTML_CHARACTERS / 100;
const MARKDOWN_IMAGE = /!\[/g;

/** Whether a text may exceed a bound: to convert and sanitise it takes most of the time of a check. */
const mayExceed = (text: string): boolean =>
  text.length > SHORT_CHARS &&
  (text.length > LONG_CHARS ||
    text.includes('<') ||
    text.includes(CHART_LANGUAGE) ||
    (text.match(MARKDOWN_IMAGE)?.length ?? 0) > MAX_DESCRIBED_IMAGES);

/**
 * Returns a fault for each text whose sanitised HTML exceeds the gateway's bounds, and for each with more images than are
 * scaled. The gateway logs them too, but knows no file. It yields to the event loop between files.
 * @param toHtml throws a MarkdownError for a text that cannot be converted, which is reported elsewhere
 * @param sanitiser returns the sanitiser that calls its parameter with the reason why a text is shown as plain text
 */
export async function checkTexts(
  sources: readonly (ContentFile | MarkdownFile)[],
  toHtml: (markdown: string) => string,
  sanitiser: (onPlainText: (reason: string) => void) => ParseContext['html'],
): Promise<Fault[]> {
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
  const faults = await mapInTurns(sources, (source) =>
    textsIn(source).flatMap(({ text, position }) =>
      messagesOf(text).map((message) => ({ file: source.file, ...position(), message })),
    ),
  );
  return faults.flat();
}

/** The texts of a file that are long enough to exceed a bound. */
function textsIn(source: ContentFile | MarkdownFile): { text: string; position: () => Position }[] {
  const texts: { text: string; position: () => Position }[] = [];
  walkStrings(source.value, [], (text, path) => {
    if (mayExceed(text)) texts.push({ text, position: () => source.positionOf(path) });
  });
  if ('body' in source && mayExceed(source.body))
    texts.push({ text: source.body, position: () => positionInBody(source, source.body.search(/\S|$/)) });
  return texts;
}
