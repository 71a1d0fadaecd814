/** Control characters that XML 1.0 cannot contain, not even escaped: a document with one cannot be read at all. Word pastes such a one for a line break. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const NOT_IN_XML = /[\0-\x08\x0B\x0C\x0E-\x1F\uFFFE\uFFFF]/g;
const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' };

/** A text as the content of an element, or as an attribute in quotes: every document that we write has it from here. */
export const xmlText = (text: string): string =>
  text
    .toWellFormed()
    .replace(NOT_IN_XML, '')
    .replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');

const CHARACTERS = Object.fromEntries(Object.entries(ENTITIES).map(([character, entity]) => [entity, character]));

/** The text that {@link xmlText} has written. */
export const textOfXml = (xml: string): string => xml.replace(/&[a-z]+;/g, (entity) => CHARACTERS[entity] ?? entity);
