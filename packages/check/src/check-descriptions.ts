import { type ContentFile, faultAt, type MarkdownFile, translationOf } from '@foyer/folder';
import { callPaths, calls, listCallOf } from '@foyer/model';
import type { Finding, Rule } from './findings.ts';

/* What lists, feeds and search engines show of an item: its date; its name as the title; its summary, or the beginning of its text, as the description. */

/** Search engines cut off what is longer: characters as readers count them. */
const LIMITS = [
  { field: 'name', rule: 'title-length', limit: 70 },
  { field: 'summary', rule: 'description-length', limit: 160 },
] as const;

/** The kinds whose items have a page of their own. */
const kindsWithPages = new Set<string>(callPaths.filter((path) => /\{/.test(path)).map((path) => calls[path].kind));

interface DescriptionIssue {
  rule: Rule;
  field: string;
  message: string;
}

/** The kinds that are listed by date. */
const datedKinds = new Set<string>(callPaths.filter((path) => listCallOf(path)?.dated).map((path) => calls[path].kind));

function dateIssues(kind: string, item: object): DescriptionIssue[] {
  if (!datedKinds.has(kind) || 'created_at' in item || 'published_at' in item) return [];
  const message = 'is missing, as is published_at: the item stands last in lists, and feeds have no date of it';
  return [{ rule: 'date-missing', field: 'created_at', message }];
}

/** Advice for an item with a page of its own. */
function descriptionIssues(item: object, hasText: boolean): DescriptionIssue[] {
  const textOf = (field: string): string => String(Reflect.get(item, field) ?? '').trim();
  const issues = LIMITS.flatMap(({ field, rule, limit }): DescriptionIssue[] => {
    const characters = charactersIn(textOf(field), limit);
    return characters > limit
      ? [{ rule, field, message: `${characters} characters: search engines show about ${limit}` }]
      : [];
  });
  if (hasText || textOf('summary')) return issues;
  const message = 'is missing, as is a text: search engines have no description of the page';
  return [...issues, { rule: 'description-length', field: 'summary', message }];
}

export function checkDescriptions(sources: readonly (ContentFile | MarkdownFile)[]): Finding[] {
  return sources.flatMap((source) => {
    const { file, value } = source;
    const [kind = ''] = file.split('/', 1);
    if (!('body' in source) || !kindsWithPages.has(kind) || typeof value !== 'object' || value === null) return [];
    // A translation has what it leaves out from its original.
    const isTranslation = translationOf(file) !== undefined;
    const hasText = source.body.trim() !== '' || isTranslation;
    return [...(isTranslation ? [] : dateIssues(kind, value)), ...descriptionIssues(value, hasText)].map(
      ({ rule, field, message }) => ({
        ...faultAt(source, [field], message),
        rule,
        level: 'advice',
      }),
    );
  });
}

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
/** A text has at most as many as it has code units: most are short, and to segment one takes a hundred times as long. */
const charactersIn = (text: string, limit: number): number =>
  text.length <= limit ? text.length : [...graphemes.segment(text)].length;
