/** Control characters that XML 1.0 cannot contain, not even escaped: a document with one cannot be read at all. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const NOT_IN_XML = /[\0-\x08\x0B\x0C\x0E-\x1F\uFFFE\uFFFF]/g;

/** A text, or a document, without the characters that XML cannot contain. Word pastes such a one for a line break. */
export const xmlText = (text: string): string => text.replace(NOT_IN_XML, '');
