/* Alternative texts that do not say what the image shows. */

/** The name of a file, or the number that a camera or telephone gives. */
const FILE_NAME =
  /^(?:[^\s/]+\.(?:jpe?g|png|webp|avif|gif|svg|tiff?|heic)$|(?:img|dsc[fn]?|pxl|mvimg)[-_ ]?\d{3}[-_\w]*$|(?:screenshot|whatsapp image)\b.*\d)/i;
/** A screen reader says by itself that it is an image. */
const IMAGE_OF =
  /^(?:(?:an?|the) )?(?:image|picture|photo|photograph|graphic)s? of\b|^(?:तस्बिर|तस्वीर|फोटो|चित्र) ?[:ः]|(?:को|का|की) (?:तस्बिर|तस्वीर|फोटो|चित्र)$/i;

/** What is wrong with an alternative text; undefined if nothing is. An empty one says that the image is decorative. */
export function altIssue(alt: string): string | undefined {
  const text = alt.trim();
  if (FILE_NAME.test(text)) return `the alt “${text}” is the name of a file: describe what the image shows`;
  if (IMAGE_OF.test(text)) return `the alt “${text}” says that it is an image: name only what it shows`;
  return undefined;
}
