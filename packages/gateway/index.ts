/* Answers for readers: cache, coalesced calls, lifetimes, one form for all answers. */

export type { CachedAnswer } from './src/answer-cache.ts';
export type { AnswerFault } from './src/answer-fault.ts';
export { arrangeAnswer } from './src/arrange-answer.ts';
export {
  arrangeList,
  isPublished,
  type ListItem,
  type Search,
  setShowsUnpublished,
} from './src/arrange-list.ts';
export { purgedTags, tagsOf } from './src/cache-tags.ts';
export {
  type Call,
  callPathOf,
  DEFAULT_PER_PAGE,
  FEED_PER_PAGE,
  type ListQuery,
  MAX_PER_PAGE,
  matchCall,
  ROWS_PER_PAGE,
  readCall,
  readQuery,
} from './src/call.ts';
export { type CallField, fieldsOfCall } from './src/call-fields.ts';
export {
  type AnsweredCall,
  type CallOptions,
  type CallResult,
  hasSubstitute,
  isNotFound,
} from './src/call-result.ts';
export type { Cause, ContentSource, Normalise, Priority, SourceRequest } from './src/content-source.ts';
export { parseBody, readEnvelope } from './src/envelope.ts';
export { fallbackSite } from './src/fallback-site.ts';
export {
  countByKind,
  type FaultSnapshot,
  type FaultyCall,
  faultSnapshot,
  faultyCalls,
  withoutIndexes,
} from './src/fault-registry.ts';
export { createParseContext } from './src/field-parsers.ts';
export { pagingIn } from './src/find-paginator.ts';
export { Gateway } from './src/gateway.ts';
export { nodeText, plainText } from './src/html-text.ts';
export { decoded, inEdition, safeLink, safeLocation } from './src/links.ts';
export { settingsIn } from './src/list-forms.ts';
export { listPages } from './src/list-pages.ts';
export { lossOf, shownForm } from './src/lost-elements.ts';
export { AnswerMapping, addressWithPart, evaluate } from './src/mapping.ts';
export { mappingSchema } from './src/mapping-schema.ts';
export { timeText } from './src/mark-unpublished.ts';
export { datasetsIn } from './src/named-datasets.ts';
export { AnswerNormaliser } from './src/normalise-answer.ts';
export {
  type NormalisedAnswer,
  type NormaliseResult,
  normalisedAnswer,
  type UpstreamResponse,
} from './src/normalise-result.ts';
export { Normaliser } from './src/normaliser.ts';
export { openGateway } from './src/open-gateway.ts';
export { type ListAnswerData, listPageOf } from './src/page-of-list.ts';
export { HtmlTooComplex, parseHtml } from './src/parse-html.ts';
export { parseJson } from './src/parse-json.ts';
export {
  cacheState,
  type Lifetime,
  NOT_FOUND_TTL_MS,
  pagePauseMs,
  REVALIDATE_RETRY_MS,
  REVALIDATION_SHARE,
  TRANSIENT_TTL_MS,
} from './src/policy.ts';
export { callNameOf, isPurged, type Purge, purge } from './src/purge.ts';
export { type RedirectEntry, type RedirectSource, RedirectTable, redirectSource } from './src/redirect-table.ts';
export {
  ID_PREFIX,
  MAX_HTML_CHARACTERS,
  newBudget,
  sanitiser,
  walk,
} from './src/sanitise-html.ts';
export { AnswerShaper, isWrapper } from './src/shape-answer.ts';
export { menuLinks, siteLinks } from './src/site-links.ts';
export { type FailureCode, type FailureWords, NotSentError, quoted, UpstreamError } from './src/upstream-error.ts';
