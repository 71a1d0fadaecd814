/* The search over everything: an index in a thread, and its answers. */

export { readerOf } from './src/content-reader.ts';
export { type DocumentSource, DocumentSources } from './src/document-sources.ts';
export { openDocumentTexts } from './src/document-texts.ts';
export { hasLegacyFont } from './src/legacy-fonts.ts';
export { searchAnswer } from './src/search-answer.ts';
export { mapTexts, type SearchDocument, type SearchText } from './src/search-document.ts';
export type { SearchGateway } from './src/search-gateway.ts';
export { type IndexPart, SearchIndex, type TermsPart } from './src/search-index.ts';
export { type OpenSearch, openSearch, type RunningSearch } from './src/search-process.ts';
export { SearchService } from './src/search-service.ts';
export { withSearch } from './src/search-source.ts';
export { runSearchThread } from './src/search-thread.ts';
