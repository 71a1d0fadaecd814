import { type ContentFile, FILE_START, type MarkdownFile, originalOf } from '@foyer/folder';
import type { Finding } from './findings.ts';
import { romanised } from './romanised.ts';

/** What the web editor calls a file whose heading has no Latin letter. */
const RANDOM = /^(?=.*\d)[\da-f]{12}$/;
const MAX_WORDS = 8;

/** Advice to rename files that have random names: the name is the end of the page's address. */
export const checkFileNames = (sources: readonly (ContentFile | MarkdownFile)[]): Finding[] =>
  sources.flatMap((source): Finding[] => {
    if (!('slug' in source) || !RANDOM.test(source.slug) || originalOf(source.file) !== source.file) return [];
    const { file, value } = source;
    const name = typeof value === 'object' && value !== null && 'name' in value ? String(value.name) : '';
    const words = romanised(name).split('-').slice(0, MAX_WORDS).join('-');
    const example = words ? `, as ${words}` : '';
    const message = `the name of this file is the end of an address, and says nothing: choose one${example}`;
    return [{ file, ...FILE_START, message, rule: 'file-name', level: 'advice' }];
  });
