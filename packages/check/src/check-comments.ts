import { type ContentFile, createPositionFinder, type MarkdownFile, plainValueEnds } from '@foyer/folder';
import type { Finding } from './findings.ts';

/** A comment that people write has a space behind its sign; what has none may be a number: Rule #5. */
const COMMENT = /^[ \t]+(#[^\s#][^\r\n]*)/;
const MAY_HAVE_ONE = /[^\s][ \t]#[^\s#]/;
/** Characters of a comment that are looked at and quoted. */
const QUOTED_CHARACTERS = 60;

/** Advice for each value that YAML may have cut: what follows ` #` is a comment to it. */
export function checkComments(sources: readonly (ContentFile | MarkdownFile)[]): Finding[] {
  return sources.flatMap((source) => {
    const { file, text } = source;
    const yaml = 'body' in source ? text.slice(0, text.length - source.body.length) : text;
    if (!MAY_HAVE_ONE.test(yaml)) return [];
    const positionAt = createPositionFinder(yaml);
    return plainValueEnds(yaml).flatMap((end): Finding[] => {
      const [, comment] = COMMENT.exec(yaml.slice(end, end + QUOTED_CHARACTERS)) ?? [];
      const message = `${comment}: a comment to YAML, as # stands behind a space: put the value in quotes if this belongs to it`;
      return comment ? [{ file, ...positionAt(end), rule: 'content', level: 'advice', message }] : [];
    });
  });
}
