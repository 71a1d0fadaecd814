import { Marked } from 'marked';
import type { Media } from './media.ts';

/** Markdown to HTML; pictures of the content folder get their dimensions, so that nothing moves when they arrive. */
export function markdown(media: Media): (text: string) => string {
  const marked = new Marked({
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
  });
  return (text) => marked.parse(text, { async: false }).trim();
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
