import { Marked } from 'marked';
import { boundedConversion } from './bounded-markdown.ts';
import type { Media } from './media-files.ts';

/**
 * Markdown to HTML; pictures of the content folder get their dimensions, so that nothing moves when they arrive. Throws a
 * MarkdownError for a text beyond the bounds.
 */
export function markdown(media: Media): (text: string) => string {
  const convert = boundedConversion(
    new Marked({
      gfm: true,
      renderer: {
        image({ href, text, title }) {
          const { width, height } = media.file(href) ?? {};
          const size = width && height ? ` width="${width}" height="${height}"` : '';
          const caption = title ? `<figcaption>${escaped(title)}</figcaption>` : '';
          return `<figure><img src="${escaped(href)}" alt="${escaped(text)}"${size}>${caption}</figure>`;
        },
        // A picture alone in its paragraph is a figure, which may not stand inside a paragraph.
        paragraph({ tokens }) {
          const inside = this.parser.parseInline(tokens);
          const alone = tokens.length === 1 && tokens[0]?.type === 'image';
          return alone ? `${inside}\n` : `<p>${inside}</p>\n`;
        },
      },
    }),
  );
  return (text) => convert(text).trim();
}

/** Paragraphs of a plain text; the rest is the last of them. Each is an element that the sanitiser goes through. */
const PLAIN_PARAGRAPHS = 1_000;

/** A text as it is written, in paragraphs: what is shown of Markdown that cannot be converted. */
export function plainHtml(text: string): string {
  const paragraphs = text.trim().split(/\n[ \t]*\n/);
  const shown = [...paragraphs.slice(0, PLAIN_PARAGRAPHS - 1), paragraphs.slice(PLAIN_PARAGRAPHS - 1).join('\n')];
  return shown
    .filter((paragraph) => paragraph.trim())
    .map((paragraph) => `<p>${escaped(paragraph.trim())}</p>`)
    .join('\n');
}

/** The words of our own HTML. A `<` that begins no tag stays: looking for the end of each would be quadratic. */
export const withoutTags = (html: string, instead = ''): string => html.replace(/<[^<>]*>/g, instead);

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
