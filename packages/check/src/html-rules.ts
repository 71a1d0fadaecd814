import { decoded } from '@foyer/gateway';
import { altIssue } from './alt-texts.ts';
import type { Level, Rule } from './findings.ts';
import { addressIssue } from './link-address.ts';
import { linkTextIssue } from './link-texts.ts';
import { elementsOf, type TextElements, withoutPrefix } from './text-elements.ts';

/** What an editor should look at in a text. */
interface TextIssue {
  rule: Rule;
  level: Level;
  message: string;
  /** Where the element begins in the text that it comes from. */
  at?: number;
}

/** Headings in a text begin at this level: the page's name is the h1. */
const TOP_LEVEL = 2;
/** In a table of two columns the first one names what is in the second. */
const MIN_COLUMNS = 3;

/**
 * What an editor should look at in an HTML text of a CMS: the rules are those of a content folder. Sanitised HTML has an `alt`
 * on every image and no h1, so that only the CMS's own shows that they are missing.
 */
export const findingsOfHtml = (html: string, videoOrigins: readonly string[]): TextIssue[] =>
  textIssues(elementsOf(html, videoOrigins));

export function textIssues(elements: TextElements): TextIssue[] {
  const { links, images, spaced, tables, ids } = elements;
  return [
    ...headingIssues(elements.headings),
    ...links.flatMap(({ href, name, at }) => [
      ...issue('link-text', 'advice', linkTextIssue(name), at),
      ...issue('link-address', 'fault', addressIssue(href), at),
      ...issue('link-target', 'fault', href.startsWith('#') ? anchorIssue(href, ids) : undefined, at),
    ]),
    ...images.flatMap(({ src, alt, at }) =>
      alt === undefined
        ? issue('image-alt', 'fault', `${src}: ${NO_ALT}`, at)
        : issue('image-alt', 'advice', altIssue(alt), at),
    ),
    ...spaced.flatMap(({ address, at }) =>
      issue('link-address', 'fault', `${address}: an address with a space stands in <…>: (<${address}>)`, at),
    ),
    ...elements.lost.flatMap(({ message, href, at }) =>
      issue('element', href === undefined ? 'fault' : 'advice', message, at),
    ),
    ...tables
      .filter(({ hasHeader, columns }) => !hasHeader && columns >= MIN_COLUMNS)
      .flatMap(({ at }) => issue('table-header', 'advice', 'the table has no header row: name its columns', at)),
  ];
}

export const NO_ALT = 'has no alt: describe what the image shows, or write "" if it is decorative';

const issue = (rule: Rule, level: Level, message: string | undefined, at: number | undefined): TextIssue[] =>
  message === undefined ? [] : [{ rule, level, message, ...(at !== undefined && { at }) }];

function headingIssues(headings: TextElements['headings']): TextIssue[] {
  let above = TOP_LEVEL - 1;
  return headings.flatMap(({ level, name, at }) => {
    const skipped = level > above + 1 ? `a heading of level ${level} below one of level ${above}` : undefined;
    const message =
      level < TOP_LEVEL
        ? `a heading of level ${level}: the page's name is that heading, those of a text begin with level ${TOP_LEVEL}`
        : skipped && `${skipped}: a level is left out`;
    above = level;
    return [
      ...issue('heading-order', 'advice', message, at),
      ...issue('heading-empty', 'advice', name.trim() ? undefined : 'the heading is empty', at),
    ];
  });
}

function anchorIssue(href: string, ids: ReadonlySet<string>): string | undefined {
  const id = withoutPrefix(decoded(href.slice(1)));
  return ids.has(id) ? undefined : `${href}: no heading of the text has this address`;
}
