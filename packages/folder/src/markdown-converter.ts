import { MAX_CHARTS } from '@foyer/charts';
import { Marked, type Token, type Tokens } from 'marked';
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
          // In a sentence it has no place for a caption but its tip.
          const tip = title ? ` title="${escapeHtml(title)}"` : '';
          return `<img src="${escapeHtml(href)}" alt="${escapeHtml(text)}"${size}${tip}>`;
        },
        code({ text, lang }) {
          if (lang?.trim() !== CHART_LANGUAGE) return false;
          charts += 1;
          return charts > MAX_CHARTS ? '' : chartHtml(text, media);
        },
        // A picture alone in its paragraph, or in a link, becomes a figure in the paragraph's place: HTML allows none in a <p>.
        paragraph({ tokens }) {
          const image = soleImage(tokens);
          const title = image?.title;
          if (image) image.title = null;
          const content = this.parser.parseInline(tokens);
          const caption = title ? `<figcaption>${escapeHtml(title)}</figcaption>` : '';
          return image ? `<figure>${content}${caption}</figure>\n` : `<p>${content}</p>\n`;
        },
      },
    }),
  );
  return (markdown) => {
    charts = 0;
    return convert(markdown).trim();
  };
}

/** The picture of a paragraph that has nothing else, but a link around it. */
function soleImage([token, ...others]: readonly Token[]): Tokens.Image | undefined {
  if (!token || others.length > 0) return undefined;
  if (isImage(token)) return token;
  return isLink(token) ? soleImage(token.tokens) : undefined;
}

const isImage = (token: Token): token is Tokens.Image => token.type === 'image';
const isLink = (token: Token): token is Tokens.Link => token.type === 'link';
