/* A content folder as the source of content. */

export { sourceOf } from './src/answers.ts';
export { createBoundedConverter, MarkdownError } from './src/bounded-markdown.ts';
export { CHART_LANGUAGE } from './src/chart-block.ts';
export { type ContentFile, type MarkdownFile, positionInBody, readMarkdown, readYaml } from './src/content-files.ts';
export { type ContentOptions, type LoadedContent, loadContent } from './src/content-store.ts';
export { ContentUnusableError } from './src/content-unusable-error.ts';
export { isTableHead } from './src/data-tables.ts';
export { isDocument } from './src/document-fields.ts';
export { contradictions, counterpartFinder, idOf, isFact, withoutFacts } from './src/facts.ts';
export { type Fault, faultAt, faultText } from './src/faults.ts';
export { apiFieldText } from './src/field-texts.ts';
export { MAX_FILE_BYTES, toUnreadable, UnreadableFileError } from './src/file-system.ts';
export type { FolderSource } from './src/folder-source.ts';
export {
  asSchema,
  type ContentSchema,
  contentSchemas,
  convertSchema,
  type JsonSchema,
  type SchemaStyle,
  strictContext,
  withDescriptions,
} from './src/json-schemas.ts';
export type { Entry, Place } from './src/last-valid.ts';
export { isMarkedKind, type LoadedKind } from './src/loaded-kind.ts';
export { createMarkdownConverter } from './src/markdown-converter.ts';
export { MediaAccess } from './src/media-access.ts';
export { MediaFiles } from './src/media-files.ts';
export { scheduleNextChange } from './src/next-change.ts';
export { parseYaml, YamlError } from './src/parse-yaml.ts';
export { escapeHtml } from './src/plain-text.ts';
export { prepareSearch } from './src/prepare-search.ts';
export { kindsNamedBy } from './src/reference-names.ts';
export { longTexts, STARTER_FILE, starterKey, starterKeys, starterNote, walkStrings } from './src/starter-texts.ts';
export { createPositionFinder, FILE_START, type Position, positionAt } from './src/text-position.ts';
export { isInLanguage, originalOf, translationFile, translationOf } from './src/translation-files.ts';
export { UNTRANSLATED } from './src/unknown-files.ts';
export { type FolderWatch, watchFolder } from './src/watch-folder.ts';
export { createYamlLocator, plainValueEnds } from './src/yaml-positions.ts';
