/** The most paragraphs of a plain text; what follows joins the last one. The sanitiser walks each paragraph's element. */
const MAX_PLAIN_PARAGRAPHS = 1_000;

/** Converts plain text to HTML paragraphs. Markdown that cannot be converted is shown like this. */
export function plainTextToHtml(text: string): string {
  const paragraphs = text.trim().split(/\n[ \t]*\n/);
  const bounded = [
    ...paragraphs.slice(0, MAX_PLAIN_PARAGRAPHS - 1),
    paragraphs.slice(MAX_PLAIN_PARAGRAPHS - 1).join('\n'),
  ];
  return bounded
    .filter((paragraph) => paragraph.trim())
    .map((paragraph) => `<p>${escapeHtml(paragraph.trim())}</p>`)
    .join('\n');
}

/**
 * Replaces the tags of HTML that this server has written. A `<` that begins no tag stays: to search the end of the text
 * for each of them would take quadratic time.
 */
export const stripTags = (html: string, replacement = ''): string => html.replace(/<[^<>]*>/g, replacement);

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
