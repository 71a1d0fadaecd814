import { TimeSlice } from '@foyer/runtime';
import type { KnownFiles } from './known-files.ts';
import type { MarkdownTexts } from './markdown-texts.ts';
import type { MediaDependencies, MediaFiles } from './media-files.ts';
import type { StoredFiles } from './stored-files.ts';
import type { StorableFile, StoredFile, StoredItem } from './stored-parts.ts';
import type { WordIndex } from './word-index.ts';

export interface CacheContext {
  dir: string;
  files: KnownFiles;
  media: MediaFiles;
  texts: MarkdownTexts;
  index: WordIndex;
  /** None: nothing is stored for the next process. */
  stored?: StoredFiles;
  /** Each returns the files of a parser. */
  storable: (() => Iterable<StorableFile>)[];
}

/** A parsed file, until it or the media files that it names change. */
interface CachedFile<Parsed> {
  /** None: the file is parsed each time it is looked at, and is not stored. */
  stamp?: string;
  dependencies: MediaDependencies;
  parsed: Parsed;
}

/** How what was parsed from a file is stored for the next process. */
export interface ParseStorage<Parsed> {
  /** Undefined for a file with faults: it is parsed again, so that they are reported. */
  toStored(
    parsed: Parsed,
  ): { items: Omit<StoredItem, 'text' | 'words'>[]; mediaOfHiddenItems: readonly string[] } | undefined;
  fromStored(stored: StoredFile): Parsed;
}

/**
 * Returns a function that parses files, each only if it, or a media file that it names, has changed since the last time, or
 * since an earlier process has stored it. With the same array of files, it looks only at those that may have changed; if none has, its
 * result is the same array, too.
 * @param sourcesOf the files that decide how a file is parsed
 */
export function cachedParser<Parsed>(
  context: CacheContext,
  parseFile: (file: string) => Parsed | Promise<Parsed>,
  {
    sourcesOf = (file) => [file],
    storage,
  }: { sourcesOf?: (file: string) => string[]; storage?: ParseStorage<Parsed> } = {},
) {
  const { files: known, media } = context;
  let cache = new Map<string, CachedFile<Parsed>>();
  let lastFiles: readonly string[] | undefined;
  let result: readonly Parsed[] = [];
  /** Undefined if one of the sources is missing. */
  const stampOf = (file: string) => {
    const stamps = sourcesOf(file).map((source) => known.stamp(source));
    return stamps.includes(undefined) ? undefined : stamps.join(' ');
  };
  if (storage) context.storable.push(() => storableFiles(context, storage, cache));
  return async (files: readonly string[]): Promise<readonly Parsed[]> => {
    const last = cache;
    let affected = files;
    if (files === lastFiles && !media.haveChanged)
      affected = files.filter((file) => sourcesOf(file).some((source) => known.mayHaveChanged(source)));
    else cache = new Map();
    lastFiles = files;
    if (cache === last && affected.length === 0) return result;
    const slice = new TimeSlice();
    for (const file of affected) {
      const stamp = stampOf(file);
      let cached = last.get(file) ?? (storage && restored(context, storage, file, stamp));
      if (!cached || stamp === undefined || cached.stamp !== stamp || !media.areUnchanged(cached.dependencies)) {
        const { result: parsed, dependencies } = await media.trackDependencies(() => parseFile(file));
        cached = { stamp, dependencies, parsed };
      }
      cache.set(file, cached);
      if (slice.isUsedUp) await slice.end();
    }
    result = Array.from(cache.values(), ({ parsed }) => parsed);
    return result;
  };
}

/** A file as an earlier process has stored it; undefined if it, or a media file, has changed since. */
function restored<Parsed>(
  { stored, media, texts, index }: CacheContext,
  storage: ParseStorage<Parsed>,
  file: string,
  stamp = '',
): CachedFile<Parsed> | undefined {
  const known = stored?.take(file, stamp);
  const dependencies = known && media.restoreDependencies(known.media);
  if (!dependencies) return undefined;
  for (const { item, text, words } of known.items) {
    if (text) texts.restore(item, text);
    if (words) index.restore(item, words);
  }
  return { stamp, dependencies, parsed: storage.fromStored(known) };
}

function* storableFiles<Parsed>(
  { media, texts, index }: CacheContext,
  storage: ParseStorage<Parsed>,
  cache: ReadonlyMap<string, CachedFile<Parsed>>,
): Generator<StorableFile> {
  for (const [file, { stamp, dependencies, parsed }] of cache) {
    if (stamp === undefined) continue;
    const toStored = (): StoredFile | undefined => {
      const valid = storage.toStored(parsed);
      // A text with a fault is converted again, so that its fault is reported, and one that cannot be read is read from its file.
      if (!valid || valid.items.some(({ item }) => texts.faultOf(item) || !texts.isReadable(item))) return undefined;
      const items = valid.items.map((entry) => {
        const { item } = entry;
        return { ...entry, text: texts.sourceOf(item), words: index.numbersOf(item) };
      });
      return {
        file,
        stamp,
        media: media.versionsOf(dependencies),
        mediaOfHiddenItems: valid.mediaOfHiddenItems,
        items,
      };
    };
    yield { file, stamp, toStored };
  }
}
