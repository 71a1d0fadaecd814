/* What content is: its kinds and their schemas, the calls of the content API, and the words, dates and links that all of them have. */

export { canonicalAddress, isCanonical, withoutOrigin } from './src/canonical-address.ts';
export { colour, contrastText, MIN_CONTRAST, type Palette, paletteOf, SCHEMES, type Scheme } from './src/colours.ts';
export { type ContactPart, contactIssue, firstContact, mailParts, phoneParts } from './src/contact-address.ts';
export {
  type Answer,
  type Api,
  type CallPath,
  type ComposedPath,
  callPaths,
  calls,
  type FiltersOf,
  type KindName,
  kindNames,
  type ListCall,
  type ListPath,
  listCallOf,
  type Parameters,
  type SortsOf,
} from './src/content-api.ts';
export { ContentError, pageStatus } from './src/content-error.ts';
export {
  bikramSambatMonth,
  bikramSambatWords,
  fiscalYears,
  fromBikramSambat,
  gregorianTextInNepali,
  monthAndDayInNepali,
  monthBegin,
  toBikramSambatMonth,
} from './src/dates/bikram-sambat.ts';
export { dateFormatFault, parseWithFormats } from './src/dates/date-formats.ts';
export { dateShape, isLongPast } from './src/dates/date-shape.ts';
export { type DateOptions, datedOf, dayAt, endOfDay, parseTime, WALL_CLOCK, WITH_OFFSET } from './src/dates/dates.ts';
export { detectDateFormats, looksLikeBikramSambat } from './src/dates/detect-date-formats.ts';
export {
  type Closing,
  closingOf,
  contentNow,
  daysUntil,
  isNew,
  isPast,
  SOON_DAYS,
  setContentClock,
} from './src/dates/time.ts';
export { derived, isDerived } from './src/derived.ts';
export {
  type Edition,
  editionPath,
  isLocale,
  knownLocales,
  LANGUAGES,
  type Locales,
  loadMessages,
  localeOf,
  messagesOf,
  splitPath,
  type TranslatedItem,
} from './src/edition.ts';
export { groupBy } from './src/group-by.ts';
export { DEFAULT_SECTIONS, FURTHER_SECTIONS } from './src/home-sections.ts';
export {
  FORMATS,
  type Format,
  largeAddress,
  RENDITIONS_PATH,
  type Scalable,
  SHARE_IMAGE,
  type Size,
  scaledAddress,
  srcSet,
  WIDTHS,
} from './src/image-renditions.ts';
export { addressOfItem, type ItemPaths, itemPath } from './src/item-path.ts';
export { CATEGORISED } from './src/kinds/category.ts';
export { COLUMN_TYPES, FREQUENCIES, isNumber, MAX_POINTS, MAX_TABLE_ROWS, tableHead } from './src/kinds/data.ts';
export { MAX_SERIES } from './src/kinds/home.ts';
export type * from './src/kinds/index.ts';
export { kinds } from './src/kinds/index.ts';
export { screensIn } from './src/kinds/screens.ts';
export { type NearPlace, nearestFirst, nearPlace, roundedDistance } from './src/near.ts';
export type { Article, ArticleSummary } from './src/schema/article.ts';
export type { Calculator } from './src/schema/calculator.ts';
export { Dated } from './src/schema/dated.ts';
export { INTO_MEDIA, OF_COMPUTER, object, optional, text } from './src/schema/fields.ts';
export { type File, file } from './src/schema/file.ts';
export { isAboutGate } from './src/schema/gates.ts';
export { courseOf, LINE_BOX } from './src/schema/home-drawings.ts';
export type { Hours } from './src/schema/hours.ts';
export { explain, issuesOf, unknownKeys } from './src/schema/issues.ts';
export { ITEM_NAME, ITEM_NAME_FORM } from './src/schema/item-name.ts';
export type { CallDefinition, FolderSource, Kind, SchemaOf } from './src/schema/kind.ts';
export { elementsOf, list, MAX_ELEMENTS } from './src/schema/list-field.ts';
export type { Member } from './src/schema/member.ts';
export { type Filters, filters, listAnswer, type Near, type Pagination, pagination } from './src/schema/pagination.ts';
export { drop, guess, type ParseContext } from './src/schema/parse-context.ts';
export { elementOf, type FieldForm, formOf, shapeOf } from './src/schema/reads.ts';
export type { Section, ShownSection } from './src/schema/section.ts';
export { type Cell, cellValue, linkOfCell } from './src/schema/table-cells.ts';
export {
  hiddenCalls,
  isRenamed,
  isScreenOff,
  listParameters,
  SCREENS,
  type ScreenName,
  screenCall,
  screenNames,
  screenSummary,
  siteMessages,
} from './src/screens.ts';
export { itemWords, matchesWords, UNSEEN, wordsOf } from './src/search-words.ts';
export { SUBJECT_LISTS, type SubjectList } from './src/subject-lists.ts';
export { foldDigits, grouped, SUMMARY_LIMIT, truncate } from './src/text.ts';
export { textLocale } from './src/text-locale.ts';
export { wordsIn } from './src/words-in.ts';
