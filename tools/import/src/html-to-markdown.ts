import GithubSlugger from 'github-slugger';
import type { Element, ElementContent } from 'hast';
import { toHtml } from 'hast-util-to-html';
import { chartBlocks } from './chart-to-markdown.ts';
import { createMarkdownWriter } from './markdown-writer.ts';
import { canonicalHtml, isInlineName, tidyTree } from './tidy-html.ts';

/*
 * Sanitised HTML as the text of a content folder. Each block becomes Markdown only if the folder's own converter and the
 * gateway's sanitiser make the same HTML of it; any other block stays HTML, which Markdown allows.
 */

export interface MarkdownOptions {
  /** The converter of the content folder. Throws for a text beyond its bounds. */
  toHtml(markdown: string): string;
  sanitise(html: string): string;
  /** The dimensions of a picture of the folder. */
  sizeOf(src: string): object | undefined;
  /** The text of a data file of the folder; undefined if it has none at this location. */
  readData(location: string): string | undefined;
}

export interface MarkdownResult {
  markdown: string;
  /** Why the folder shows something else; undefined if it shows the same. */
  fault?: string;
}

/** Between two words of a block that stays HTML: turndown takes seconds for a hundred thousand. */
const MANY_SPACES = /\s{200}/;
const HEADING = /^h[2-6]$/;
const LIST = /^[uo]l$/;

/** Returns a function that converts sanitised HTML. */
export function createHtmlConverter({ toHtml: fromMarkdown, sanitise, sizeOf, readData }: MarkdownOptions) {
  const write = createMarkdownWriter();
  const canonical = (html: string) => canonicalHtml(html, sizeOf);
  const shows = (markdown: string) => canonical(sanitise(fromMarkdown(markdown)));

  return (html: string): MarkdownResult => {
    const wanted = canonical(html);
    const blocks = tidyTree(html).children.filter((node): node is Element => node.type === 'element');
    const raw = blocks.map(rawHtml);
    // Most texts are right at once. Comparing each of their blocks takes ten times as long.
    const attempts = [
      () => textsOf(blocks, firstCandidate).join('\n\n'),
      () => textsOf(blocks, markdownOf).join('\n\n'),
      () => raw.join('\n\n'),
      () => `<div>${raw.join('')}</div>`,
    ];
    let fault = '';
    for (const attempt of attempts) {
      const markdown = attempt();
      try {
        if (shows(markdown) === wanted) return { markdown };
        fault = 'the text is shown in another form';
      } catch (error) {
        fault = `the text is ${error instanceof Error ? error.message : error}`;
      }
    }
    return { markdown: raw.join('\n\n'), fault };
  };

  /** @param markdownOf undefined: the block stays HTML */
  function textsOf(blocks: readonly Element[], markdownOf: (block: Element) => string | undefined): string[] {
    const slugger = new GithubSlugger();
    let isAfterList = false;
    return blocks.map((block) => {
      const isList = LIST.test(block.tagName);
      // Two lists in a row would become one.
      const isHtml = (isList && isAfterList) || !hasIdsOfMarkdown(block, slugger);
      const markdown = isHtml ? undefined : markdownOf(HEADING.test(block.tagName) ? withoutId(block) : block);
      isAfterList = isList && markdown !== undefined;
      return markdown ?? rawHtml(block);
    });
  }

  function firstCandidate(block: Element): string | undefined {
    return candidates(block)[0];
  }

  /** The first Markdown of a block that shows the same. */
  function markdownOf(block: Element): string | undefined {
    const wanted = canonical(sanitise(toHtml(block)));
    return candidates(block).find((markdown) => {
      try {
        return shows(markdown) === wanted;
      } catch {
        // Markdown of such a form is beyond the folder's bounds.
        return false;
      }
    });
  }

  function candidates(block: Element): string[] {
    if ('dataChart' in block.properties) return chartBlocks(block, readData);
    if (MANY_SPACES.test(textOf(block))) return [];
    return [write(toHtml(block)).trim()].filter(Boolean);
  }
}

/** Whether the headings of a block have the ids that the sanitiser gives to headings without one; those inside other blocks are not written without. */
const hasIdsOfMarkdown = (block: Element, slugger: GithubSlugger): boolean =>
  HEADING.test(block.tagName) ? takesId(block, slugger) : !contains(block, HEADING);

/** The slugger counts the heading if so. */
function takesId({ properties: { id }, children }: Element, slugger: GithubSlugger): boolean {
  const name = children.map(textOf).join('').trim();
  const attempt = new GithubSlugger();
  attempt.occurrences = { ...slugger.occurrences };
  if (attempt.slug(name) !== id) return false;
  slugger.slug(name);
  return true;
}

function withoutId(heading: Element): Element {
  const { id: _, ...properties } = heading.properties;
  return { ...heading, properties };
}

const textOf = (node: ElementContent): string =>
  node.type === 'text' ? node.value : node.type === 'element' ? node.children.map(textOf).join('') : '';

const contains = ({ children }: Element, tagName: RegExp): boolean =>
  children.some((child) => child.type === 'element' && (tagName.test(child.tagName) || contains(child, tagName)));

/** A block of HTML in Markdown begins with the name of a block, and ends at an empty line: it is written on one line. */
function rawHtml(block: Element): string {
  const html = toHtml(block).replaceAll('\n', '&#10;');
  return isInlineName(block.tagName) ? `<div>${html}</div>` : html;
}
