import { type ContentFile, type MarkdownFile, translationOf } from '@foyer/folder';
import type { Locale } from '@foyer/messages';
import { textLocale } from '@foyer/model';
import type { Finding } from './findings.ts';

/** Advice for each item whose letters alone say that it is in another language than the main one. */
export const checkLanguages = (sources: readonly (ContentFile | MarkdownFile)[], mainLocale: Locale): Finding[] =>
  sources.flatMap((source) => {
    const { file, value } = source;
    if (!('body' in source) || translationOf(file) || typeof value !== 'object' || value === null) return [];
    const name: unknown = 'name' in value ? value.name : undefined;
    const locale = typeof name === 'string' ? textLocale(name, mainLocale) : mainLocale;
    if (locale === mainLocale || ('lang' in value && value.lang)) return [];
    const message = `the name is in the language ${locale}, and the site takes all of this to be: write lang: ${locale}`;
    return [{ file, ...source.positionOf(['name']), rule: 'language', level: 'advice', message }];
  });
