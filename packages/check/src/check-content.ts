import type { PlainConfig } from '@foyer/config';
import {
  type ContentFile,
  type ContentOptions,
  createMarkdownConverter,
  type Fault,
  type LoadedContent,
  loadContent,
  type MarkdownFile,
  prepareSearch,
  sourceOf,
} from '@foyer/folder';
import { createParseContext, fallbackSite, Gateway, Normaliser } from '@foyer/gateway';
import { openScaler } from '@foyer/images';
import { loadMessages } from '@foyer/model';
import { pino } from 'pino';
import { checkCategories } from './check-categories.ts';
import { checkComments } from './check-comments.ts';
import { checkDatasets } from './check-datasets.ts';
import { checkDates } from './check-dates.ts';
import { checkDescriptions } from './check-descriptions.ts';
import { checkDocuments } from './check-documents.ts';
import { checkFileNames } from './check-file-names.ts';
import { checkFilms } from './check-films.ts';
import { checkImages } from './check-images.ts';
import { checkLanguages } from './check-languages.ts';
import { checkLinks } from './check-links.ts';
import { checkPlaceholders } from './check-placeholders.ts';
import { checkReferences } from './check-references.ts';
import { checkRenewal } from './check-renewal.ts';
import { checkTexts } from './check-texts.ts';
import { checkTranslations } from './check-translations.ts';
import { type FileText, textsOf } from './file-texts.ts';
import { byPlace, type Finding, findingsOf } from './findings.ts';
import { textIssues } from './html-rules.ts';
import type { LinkedSite } from './linked-site.ts';
import { translationNotes } from './translation-notes.ts';

/** A content folder as it is checked: what the site would show of it, and its files as they are written. */
export interface ReadContent {
  loaded: LoadedContent;
  sources: readonly (ContentFile | MarkdownFile)[];
}

export interface CheckedContent {
  /** By file, line and column. */
  findings: Finding[];
  /** Lines about what an editor may want to translate. */
  notes: string[];
}

/** Loads a content folder with the text of its files. */
export async function readContent(options: ContentOptions): Promise<ReadContent> {
  const sources: (ContentFile | MarkdownFile)[] = [];
  const loaded = await loadContent({ ...options, onFileRead: (source) => sources.push(source) });
  return { loaded, sources };
}

/** Finds what an editor should look at in a content folder. `config` is that of the site; its `contentDir` is the folder. */
export async function checkContent(
  { loaded, sources }: ReadContent,
  config: PlainConfig,
  linkedSite: LinkedSite,
): Promise<CheckedContent> {
  const { contentDir: dir, site, videoOrigins } = config;
  const { timeZone, locales } = site;
  const log = pino({ level: 'silent' });
  await Promise.all(locales.map(loadMessages));
  const gateway = new Gateway({
    locales,
    source: sourceOf(() => loaded, locales, { timeZone }),
    normaliser: new Normaliser({ timeZone, locales, videoOrigins, drafts: 'shown' }, log),
    times: { ttlMs: config.contentTtlMs, staleMs: config.contentStaleMs },
    fallbackSite: (locale) => fallbackSite(config, locale),
    origin: site.origin,
    log,
  });
  const sanitiser = (onPlainText: (reason: string) => void) =>
    createParseContext({ timeZone, videoOrigins, onDropped: (_, reason) => onPlainText(reason) }).html;
  const unread: Fault[] = [];
  const texts = await textsOf(sources, videoOrigins, (fault) => unread.push(fault));
  const ofContent = [...loaded.faults, ...(await prepareSearch(loaded))];
  // A text that was too slow to convert here alone: a busy machine.
  const onlyHere = unread.filter(({ file }) => !ofContent.some((fault) => fault.file === file));
  const read = { sources, texts };
  const { date } = createParseContext({ timeZone, videoOrigins, onDropped: () => {} });
  const timeOf = (text: string) => {
    const time = date(text);
    return time && Date.parse(time.iso);
  };
  const findings = [
    ...findingsOf('content', [...ofContent, ...onlyHere]),
    ...(await checkLinks(loaded, read, gateway, { origin: site.origin, site: linkedSite })),
    ...findingsOf('translation', checkTranslations(sources)),
    ...findingsOf('text-size', await checkTexts(sources, createMarkdownConverter(loaded.media), sanitiser)),
    ...(await checkImages(dir, read, await openScaler(log), config.mediaOrigins)),
    ...(await checkFilms(dir, read)),
    ...(await checkDocuments(dir, sources)),
    ...texts.flatMap(findingsInText),
    ...checkDescriptions(sources),
    ...(await checkPlaceholders(dir, sources)),
    ...checkCategories(sources),
    ...checkReferences(sources, loaded.kinds),
    ...checkFileNames(sources),
    ...checkDatasets(sources, new Set(loaded.content.data.flatMap(({ id, slug }) => [id, slug ?? id]))),
    ...checkLanguages(sources, locales[0]),
    ...checkComments(sources),
    ...checkRenewal(sources, timeOf),
    ...checkDates(sources, timeOf),
  ].sort(byPlace);
  const notes = translationNotes(loaded, {
    dir,
    locales,
    sources,
    timeOf,
  });
  return { findings, notes };
}

const findingsInText = ({ file, elements, positionOf }: FileText): Finding[] =>
  textIssues(elements).map(({ at, ...issue }) => ({ file, ...positionOf(at), ...issue }));
