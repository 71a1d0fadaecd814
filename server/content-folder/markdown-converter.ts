import { Marked } from 'marked';
import { createBoundedConverter } from './bounded-markdown.ts';
import type { MediaFiles } from './media-files.ts';
import { escapeHtml } from './plain-text.ts';

/**
 * Returns a function that converts Markdown to HTML. Images of the content folder get their dimensions, so that the page
 * does not shift when they load. The function throws a MarkdownError for a text that exceeds a bound.
 */
export function createMarkdownConverter(media: MediaFiles): (markdown: string) => string {
  const convert = createBoundedConverter(
    new Marked({
      gfm: true,
      renderer: {
        image({ href, text, title }) {
          const { width, height } = media.factsOf(href) ?? {};
          const size = width && height ? ` width="${width}" height="${height}"` : '';
          const caption = title ? `<figcaption>${escapeHtml(title)}</figcaption>` : '';
          return `<figure><img src="${escapeHtml(href)}" alt="${escapeHtml(text)}"${size}>${caption}</figure>`;
        },
        // An image alone in its paragraph becomes a figure without the paragraph: HTML does not allow a figure in a <p>.
        paragraph({ tokens }) {
          const content = this.parser.parseInline(tokens);
          const isImageAlone = tokens.length === 1 && tokens[0]?.type === 'image';
          return isImageAlone ? `${content}\n` : `<p>${content}</p>\n`;
        },
      },
    }),
  );
  return (markdown) => convert(markdown).trim();
}
