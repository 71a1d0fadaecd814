import { locationKey, MEDIA_PREFIX } from '@foyer/images';
import type { MarkdownTexts } from './markdown-texts.ts';

/*
 * Which files of `media/` a text or an item names. A name may stand in YAML, in a Markdown link, in HTML or in a block of a
 * chart, where it ends in different ways. All ends are taken: what is no file hides none.
 */

const MENTION = /media\//gi;
/** Ends a name in every notation. */
const END = /["<>`\r\n]/;
/** May end a name, or be a part of it. */
const POSSIBLE_END = /[\s'()[\]{},;|]/g;
/** What a sentence adds to a name. */
const PUNCTUATION = /(?<![.:!*_~])[.:!*_~]+$/;
/** The escapes of Markdown, YAML and JSON. */
const ESCAPED = /\\([!-/:-@[-`{-~])/g;
const AMPERSAND = /&(?:amp|#38|#x26);/gi;
const MAX_ADDRESS_CHARACTERS = 1_000;
/** A name may contain the word itself. What comes behind more of them is looked at from those. */
const MAX_MENTIONS_IN_NAME = 4;
/** A name with more of them is found where a quote or the end of the line ends it. */
const MAX_POSSIBLE_ENDS = 12;
/** Names in a text whose possible ends are all tried; of each later one only the first and the last. */
const MAX_CLOSELY_READ = 2_000;

/** The keys (`locationKey`) of the files that a text may name. */
export function namesIn(written: string): string[] {
  if (written.search(MENTION) < 0) return [];
  const text = written.replace(ESCAPED, '$1').replace(AMPERSAND, '&');
  const starts = [...text.matchAll(MENTION)].map(({ index }) => index);
  const names = new Set<string>();
  for (const [index, start] of starts.entries()) {
    const next = starts[index + MAX_MENTIONS_IN_NAME] ?? text.length;
    const [mention = ''] = text.slice(start, Math.min(start + MAX_ADDRESS_CHARACTERS, next)).split(END, 1);
    const maxEnds = index < MAX_CLOSELY_READ ? MAX_POSSIBLE_ENDS : 1;
    const ends = [...mention.matchAll(POSSIBLE_END)].slice(0, maxEnds).map((end) => end.index);
    for (const end of [...ends, mention.length]) {
      const name = mention.slice(0, end).trimEnd();
      names.add(name).add(name.replace(PUNCTUATION, ''));
    }
  }
  return [...new Set([...names].map((name) => locationKey(`/${name}`)))].filter(isFile);
}

const isFile = (key: string): boolean => key.startsWith(MEDIA_PREFIX) && key !== MEDIA_PREFIX;

/** By item, without its table: an item stays the same object until its file changes. */
const namesOfItems = new WeakMap<object, readonly string[]>();

/** Where the files are that an item names beside its fields. */
export interface NamingParts {
  texts: MarkdownTexts;
  /** None: the item has no table. */
  tables?: { namesOf(item: object): readonly string[] };
}

/** The keys of the files that an item names, in its fields, in its Markdown and in its table. */
export function namesOfItem(item: object, { texts, tables }: NamingParts): readonly string[] {
  const names = namesOfItems.get(item) ?? [
    ...new Set([...namesInValue(item), ...namesIn(texts.markdownOf(item) ?? '')]),
  ];
  namesOfItems.set(item, names);
  // The table may have changed where the item has not: a version with a fault leaves the earlier item.
  return [...names, ...(tables?.namesOf(item) ?? [])];
}

function namesInValue(value: unknown): string[] {
  if (typeof value === 'string') return namesIn(value);
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(namesInValue) : [];
}
