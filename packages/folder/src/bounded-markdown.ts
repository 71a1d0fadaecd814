import { Lexer, type Marked, type Token, type TokensList } from 'marked';
import { nepaliTokenizer } from './nepali-markdown.ts';
import { isTimeLimitError, withTimeLimit } from './time-limit.ts';

/*
 * Bounds the work of converting one Markdown text. The conversion runs on the thread that answers requests, and a text of
 * a few hundred characters can take hours: nested quotes of falling depth double the work with each level, and a paragraph
 * of 100,000 underscores takes quadratic time. So the parser's steps are counted, each about 50 ns of work. Unlike a time
 * limit, the count does not depend on the load of the machine.
 */

/** The longest text. Ordinary prose of this length takes about 30 ms. */
export const MAX_MARKDOWN_CHARS = 100_000;
/** Levels of quotes, lists, emphasis and links inside one another. A reader cannot tell ten apart. */
export const MAX_MARKDOWN_DEPTH = 20;
/** Steps for one text; they take about 50 ms. */
const MAX_MARKDOWN_STEPS = 1_000_000;
/**
 * A shorter text may take fewer steps, because a file may contain a thousand texts. Ordinary prose takes 3 to 7 steps for
 * each character, a text of tables 10 to 15.
 */
const STEPS_PER_CHAR = 20;
const STEPS_FOR_ANY_TEXT = 20_000;
/** Ends a parser that loops because of a fault of its own. It is long because time also passes while the machine stands still. */
const MARKDOWN_TIME_LIMIT_MS = 2_000;

/** Steps for each token, whatever its length. */
const TOKEN_STEPS = 30;
/** Steps for each item of a list. */
const ITEM_STEPS = 100;
/** A line that continues a list item without indentation makes the parser copy the item: this many characters in a step. */
const LAZY_CHARS_PER_STEP = 5;
/** A line that continues a paragraph makes the parser scan the paragraph: this many characters in a step. */
const PARAGRAPH_CHARS_PER_STEP = 8;
/** Each of these characters may make the parser scan the paragraph that it is in: SPECIAL_CHARS_PER_STEP characters in a step. */
const SPECIAL = /[*_~`[\]<>!\\|&#@/{}$^=+%]/g;
const SPECIAL_CHARS_PER_STEP = 15;

/** A Markdown text exceeds a bound, or the parser failed. */
export class MarkdownError extends Error {
  override readonly name = 'MarkdownError';
  constructor(
    message: string,
    /** The index of the character at which the text becomes too expensive, with each line break counted as one character. */
    readonly offset = 0,
  ) {
    super(message);
  }

  /** The message of the fault that the editor reads. */
  get faultMessage(): string {
    return `the text is ${this.message}: it is shown as plain text`;
  }
}

const BULLET = /^[ \t]*(?:[*+-]|\d{1,9}[.)])(?:[ \t]|$)/;
const FOOTNOTE = /^ {0,3}\[\^/;
/** Only this much of a line is searched for a bullet. */
const BULLET_CHARS = 40;

/**
 * Returns a function that converts Markdown to HTML within the bounds, and throws a MarkdownError for a text beyond them.
 * @param marked the parser; it is extended to count its steps
 * @param onTokens called with the tokens of each text, in which each line break is one character, before it is converted
 */
export function createBoundedConverter(
  marked: Marked,
  onTokens: (tokens: Token[], text: string) => void = () => {},
): (markdown: string) => string {
  let text = '';
  let steps = 0;
  let maxSteps = 0;
  let depth = 0;
  /** The index at which the block that is being parsed begins. */
  let block = 0;
  /** The paragraph that is being parsed; undefined while the text is divided into blocks. */
  let paragraph: string | undefined;

  const offset = () => (paragraph === undefined ? block : Math.max(text.indexOf(paragraph.slice(0, 100)), 0));
  const spend = (additional: number) => {
    steps += additional;
    if (steps > maxSteps) throw new MarkdownError('too intricate', offset());
  };
  const enter = (inner: string) => {
    depth += 1;
    if (depth > MAX_MARKDOWN_DEPTH)
      throw new MarkdownError(`nested deeper than ${MAX_MARKDOWN_DEPTH} levels`, offset());
    spend(inner.length);
  };

  class BoundedLexer extends Lexer {
    override blockTokens(src: string, tokens?: Token[], lastParagraphClipped?: boolean): Token[];
    override blockTokens(src: string, tokens?: TokensList, lastParagraphClipped?: boolean): TokensList;
    override blockTokens(src: string, tokens?: TokensList, lastParagraphClipped?: boolean): Token[] {
      enter(src);
      const result = super.blockTokens(src, tokens, lastParagraphClipped);
      depth -= 1;
      return result;
    }
    override inlineTokens(src: string, tokens?: Token[]): Token[] {
      if (depth === 0) paragraph = src;
      spend(((src.match(SPECIAL)?.length ?? 0) * src.length) / SPECIAL_CHARS_PER_STEP);
      enter(src);
      const result = super.inlineTokens(src, tokens);
      depth -= 1;
      spend(TOKEN_STEPS * result.length);
      return result;
    }
    override inline(src: string, tokens?: Token[]): Token[] {
      spend(TOKEN_STEPS);
      return super.inline(src, tokens);
    }
  }

  marked.use({
    tokenizer: {
      ...nepaliTokenizer,
      // The parser calls `space` first at each block. These tokenizers only count: on false the parser calls its own.
      space(rest) {
        if (depth === 1) block = text.length - rest.length;
        spend(TOKEN_STEPS + (this.lexer.state.lastToken?.raw.length ?? 0) / PARAGRAPH_CHARS_PER_STEP);
        return false;
      },
      // A footnote is text: as the definition of a link, it would lead to its first word.
      def: (rest) => (FOOTNOTE.test(rest) ? undefined : false),
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
    maxSteps = Math.min(MAX_MARKDOWN_STEPS, STEPS_FOR_ANY_TEXT + STEPS_PER_CHAR * text.length);
    if (text.length > MAX_MARKDOWN_CHARS) {
      throw new MarkdownError(`longer than ${MAX_MARKDOWN_CHARS.toLocaleString('en')} characters`, MAX_MARKDOWN_CHARS);
    }
    try {
      const { defaults } = marked;
      const tokens = withTimeLimit(MARKDOWN_TIME_LIMIT_MS, () => new BoundedLexer(defaults).lex(text));
      onTokens(tokens, text);
      return marked.parser(tokens);
    } catch (error) {
      if (error instanceof MarkdownError) throw error;
      if (isTimeLimitError(error)) throw new MarkdownError('too slow to convert', offset());
      throw new MarkdownError(`not to be converted: ${error instanceof Error ? error.message : error}`, offset());
    } finally {
      text = '';
      paragraph = undefined;
    }
  };
}

/** The steps in which the parser finds the end of a list at the beginning of `text`, and of each of its items. */
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
