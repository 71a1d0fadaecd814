import { Lexer, type Marked, type Token, type TokensList } from 'marked';
import { isOutOfTime, withTimeLimit } from './time-limit.ts';

/*
 * How much work the conversion of one Markdown text may be. It runs on the thread that serves visitors, and there are
 * texts of a few hundred characters that take hours: nested quotes of falling depth double the work with each level, a
 * paragraph of 100,000 underscores is quadratic. So what the parser does is counted, in steps of about 50 ns: the result
 * does not depend on how busy the machine is.
 */

/** Characters of a text: ordinary prose of this length takes about 30 ms. */
export const MARKDOWN_CHARS = 100_000;
/** Levels of quotes, lists, emphasis and links in one another: a reader cannot tell ten apart. */
export const MARKDOWN_DEPTH = 20;
/** Steps of one text; they take about 50 ms. */
const MARKDOWN_STEPS = 1_000_000;
/** Ordinary prose takes 3 to 7 steps for each character, a text of tables 10 to 15. A file may hold a thousand short texts. */
const STEPS_PER_CHAR = 20;
const STEPS_OF_SHORT_TEXT = 20_000;
/** Bounds what the steps do not count, a fault of the parser. Long, because it also runs out on a machine that stands still. */
const MARKDOWN_TIME_LIMIT_MS = 2_000;

/** Steps of each token, whatever its length. */
const TOKEN_STEPS = 30;
/** Steps of an item of a list. */
const ITEM_STEPS = 100;
/** A line that continues a list's item without indentation copies so many characters of the item in one step. */
const LAZY_CHARS_PER_STEP = 5;
/** A line that continues a paragraph looks through so many characters of the paragraph in one step. */
const PARAGRAPH_CHARS_PER_STEP = 8;
/** Each of these characters in a paragraph may make the parser look through all of the paragraph, this fast. */
const SPECIAL = /[*_~`[\]<>!\\|&#@/{}$^=+%]/g;
const SPECIAL_CHARS_PER_STEP = 15;

/** Why a Markdown text is not converted, and where, in words for an editor. */
export class MarkdownError extends Error {
  override readonly name = 'MarkdownError';
  constructor(
    message: string,
    /** Characters from the beginning, line breaks counted as one. */
    readonly offset = 0,
  ) {
    super(message);
  }

  /** For the editor of the text. */
  get shown(): string {
    return `the text is ${this.message}: it is shown as plain text`;
  }
}

const BULLET = /^[ \t]*(?:[*+-]|\d{1,9}[.)])(?:[ \t]|$)/;
/** A bullet is found in the beginning of a line, or there is none. */
const BULLET_CHARS = 40;

/** Converts within the bounds. What it returns throws a MarkdownError. */
export function boundedConversion(marked: Marked): (markdown: string) => string {
  let text = '';
  let steps = 0;
  let mostSteps = 0;
  let depth = 0;
  /** Where the block begins that is being read, and the paragraph, if it has come to that. */
  let block = 0;
  let paragraph: string | undefined;

  const offset = () => (paragraph === undefined ? block : Math.max(text.indexOf(paragraph.slice(0, 100)), 0));
  const spend = (more: number) => {
    steps += more;
    if (steps > mostSteps) throw new MarkdownError('too intricate', offset());
  };
  const enter = (inner: string) => {
    depth += 1;
    if (depth > MARKDOWN_DEPTH) throw new MarkdownError(`nested deeper than ${MARKDOWN_DEPTH} levels`, offset());
    spend(inner.length);
  };

  class BoundedLexer extends Lexer {
    override blockTokens(src: string, tokens?: Token[], lastParagraphClipped?: boolean): Token[];
    override blockTokens(src: string, tokens?: TokensList, lastParagraphClipped?: boolean): TokensList;
    override blockTokens(src: string, tokens?: TokensList, lastParagraphClipped?: boolean): Token[] {
      enter(src);
      const read = super.blockTokens(src, tokens, lastParagraphClipped);
      depth -= 1;
      return read;
    }
    override inlineTokens(src: string, tokens?: Token[]): Token[] {
      if (depth === 0) paragraph = src;
      spend(((src.match(SPECIAL)?.length ?? 0) * src.length) / SPECIAL_CHARS_PER_STEP);
      enter(src);
      const read = super.inlineTokens(src, tokens);
      depth -= 1;
      spend(TOKEN_STEPS * read.length);
      return read;
    }
    override inline(src: string, tokens?: Token[]): Token[] {
      spend(TOKEN_STEPS);
      return super.inline(src, tokens);
    }
  }

  marked.use({
    tokenizer: {
      // The first that is asked at each block: false leaves it to the library's own.
      space(rest) {
        if (depth === 1) block = text.length - rest.length;
        spend(TOKEN_STEPS + (this.lexer.state.lastToken?.raw.length ?? 0) / PARAGRAPH_CHARS_PER_STEP);
        return false;
      },
      list(rest) {
        if (BULLET.test(rest.slice(0, BULLET_CHARS))) spend(stepsOfList(rest));
        return false;
      },
    },
  });

  return (markdown: string): string => {
    text = markdown.replace(/\r\n?/g, '\n');
    steps = depth = block = 0;
    paragraph = undefined;
    mostSteps = Math.min(MARKDOWN_STEPS, STEPS_OF_SHORT_TEXT + STEPS_PER_CHAR * text.length);
    if (text.length > MARKDOWN_CHARS) {
      throw new MarkdownError(`longer than ${MARKDOWN_CHARS.toLocaleString('en')} characters`, MARKDOWN_CHARS);
    }
    try {
      const { defaults } = marked;
      const tokens = withTimeLimit(MARKDOWN_TIME_LIMIT_MS, () => new BoundedLexer(defaults).lex(text));
      return marked.parser(tokens);
    } catch (error) {
      if (error instanceof MarkdownError) throw error;
      if (isOutOfTime(error)) throw new MarkdownError('too slow to convert', offset());
      throw new MarkdownError(`not to be converted: ${error instanceof Error ? error.message : error}`, offset());
    } finally {
      text = '';
      paragraph = undefined;
    }
  };
}

/** What the parser does to find where a list ends, and each of its items. */
function stepsOfList(text: string): number {
  let steps = 0;
  let itemChars = 0;
  let isAfterBlank = false;
  for (let start = 0, end = 0; start < text.length; start = end + 1) {
    end = text.indexOf('\n', start);
    if (end < 0) end = text.length;
    const line = text.slice(start, Math.min(end, start + BULLET_CHARS));
    if (line.trim() === '') {
      steps += TOKEN_STEPS;
      isAfterBlank = true;
      continue;
    }
    if (BULLET.test(line)) {
      itemChars = 0;
      steps += ITEM_STEPS;
    } else if (!/^[ \t]/.test(line)) {
      if (isAfterBlank) break;
      steps += itemChars / LAZY_CHARS_PER_STEP;
    }
    itemChars += end - start;
    isAfterBlank = false;
  }
  return steps;
}
