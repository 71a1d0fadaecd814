import { MAX_CHARTS } from '@foyer/charts';
import { Marked } from 'marked';
import { createBoundedConverter } from './bounded-markdown.ts';
import { CHART_LANGUAGE, chartHtml } from './chart-block.ts';
import type { MediaFiles } from './media-files.ts';
import { escapeHtml } from './plain-text.ts';

/**
 * Returns a function that converts Markdown to HTML. Images of the content folder get their dimensions, so that the page
 * does not shift when they load; a block of a chart becomes a figure around its table. The function throws a MarkdownError for a text that exceeds a bound.
 */
export function createMarkdownConverter(media: MediaFiles): (markdown: string) => string {
  let charts = 0;
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
        code({ text, lang }) {
          if (lang?.trim() !== CHART_LANGUAGE) return false;
          charts += 1;
          return charts > MAX_CHARTS ? '' : chartHtml(text, media);
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
  return (markdown) => {
    charts = 0;
    return convert(markdown).trim();
  };
}
