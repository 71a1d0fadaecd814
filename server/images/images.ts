import { createHash } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { LRUCache } from 'lru-cache';
import PQueue from 'p-queue';
import type { Logger } from 'pino';
import { z } from 'zod';
import type { Format, Scalable, Size } from '../../shared/picture.ts';
import type { DiskCache } from '../disk-cache/disk-cache.ts';
import type { CacheSize, ImageOutcome } from '../observability/metrics.ts';
import { locationOf, type PictureAddress, PictureNames } from './image-address.ts';
import { PictureError } from './image-error.ts';
import type { Original, Originals } from './originals.ts';
import type { Scaler } from './scaler.ts';

/** What is known of an original. */
const facts = z.object({
  isScalable: z.boolean(),
  width: z.number().optional(),
  height: z.number().optional(),
  colour: z.string().optional(),
  version: z.string(),
  /** When that was. */
  at: z.number(),
});
type Facts = z.output<typeof facts>;

export interface Described extends Scalable {
  width?: number;
  height?: number;
}

export interface Rendition {
  bytes: Buffer;
  /** The same for the same bytes. */
  name: string;
  /** Of the original that it was made of. */
  version: string;
}

interface Events {
  /** There is another picture where this one was: pages that show it are old. */
  replaced: [location: string];
  /** A picture was not there in the size asked for, and has been made or not. */
  tried: [outcome: ImageOutcome];
}

export interface PicturesOptions {
  originals: Originals;
  /** None: pictures are shown as they are. */
  scaler?: Scaler;
  key: Buffer;
  /** Scaled at once. */
  concurrency: number;
  /** Where they outlive the process. */
  disk?: DiskCache;
  log: Logger;
}

const MEMORY_BYTES = 32_000_000;
const KNOWN_ENTRIES = 20_000;
/** Renditions that wait for their turn; a request beyond that gets the placeholder, and may come again. */
const MOST_WAITING = 200;
/** Originals that wait to be looked at: those of a page or two with many pictures. What a page names beyond that is looked at when it is named again. */
const MOST_LOOKS_WAITING = 1_000;
/** How long a visitor waits: for as long as an original may take to come, and a little. */
const PATIENCE = 20_000;
/** How long a failure is remembered before it is tried again. */
const RETRY = 30_000;
/** An original is looked at again after so long: it may have been replaced where it stands. One of the folder whenever it is named: nobody says so a second time. */
const RECHECK = { elsewhere: 3_600_000, here: 0 };
/** Names of pictures that can be scaled; whether they really are, their bytes tell. */
const ENDING = /\.(?:jpe?g|png|webp|avif|heic|tiff?)$/i;

/** Pictures in the sizes and formats that pages ask for, made when they are, once for all who wait. */
export class Pictures extends EventEmitter<Events> {
  readonly #options: PicturesOptions;
  readonly #names: PictureNames;
  readonly #facts = new LRUCache<string, Facts>({ max: KNOWN_ENTRIES });
  readonly #failures = new LRUCache<string, PictureError>({ max: KNOWN_ENTRIES, ttl: RETRY });
  readonly #hot = new LRUCache<string, Buffer>({
    maxSize: MEMORY_BYTES,
    sizeCalculation: (bytes) => bytes.length + 200,
  });
  readonly #making = new Map<string, Promise<Buffer>>();
  readonly #learning = new Map<string, Promise<Facts>>();
  readonly #scaling: PQueue;
  readonly #looking = new PQueue({ concurrency: 2 });
  #isClosed = false;

  constructor(options: PicturesOptions) {
    super();
    this.#options = options;
    this.#names = new PictureNames(options.key);
    this.#scaling = new PQueue({ concurrency: options.concurrency });
  }

  get size(): CacheSize {
    return { bytes: this.#hot.calculatedSize, entries: this.#hot.size };
  }

  /** What a page needs of a picture beside its location, as far as it is known now; the rest is found out in the background. */
  describe(written: string, { mime, ...given }: { mime?: string; width?: number; height?: number }): Described {
    const { originals, scaler } = this.#options;
    const location = locationOf(written);
    const path = location?.split('?', 1)[0] ?? '';
    const isPicture = mime ? /^image\/(?!svg|gif)/.test(mime) : ENDING.test(path);
    if (!scaler || !isPicture || !location || !originals.has(location)) return given;
    const known = this.#facts.get(location);
    if (!known || ageOf(known) > recheck(location)) this.#lookLater(location);
    if (known && !known.isScalable)
      return { ...given, width: known.width ?? given.width, height: known.height ?? given.height };
    const { width = given.width, height = given.height, colour, version } = known ?? {};
    return { width, height, colour, scaled: this.#names.name(location, version) };
  }

  /** @param path below `/media`; undefined where no page of ours has named it */
  read(path: string): PictureAddress | undefined {
    const { originals, scaler } = this.#options;
    const address = scaler && this.#names.read(path);
    return address && originals.has(address.location) ? address : undefined;
  }

  /** Rejects with a PictureError. Undefined where the picture is only to be had as it is. */
  async get(address: PictureAddress): Promise<Rendition | undefined> {
    return this.hot(address) ?? inTime(this.#get(address));
  }

  /** Where it is in memory. */
  hot({ location, ...wanted }: PictureAddress): Rendition | undefined {
    const known = this.#facts.get(location);
    if (!known) return undefined;
    const name = nameOf(location, known, wanted);
    const bytes = this.#hot.get(name);
    return bytes && { bytes, name, version: known.version };
  }

  async #get({ location, ...wanted }: PictureAddress): Promise<Rendition | undefined> {
    const known = this.#facts.get(location) ?? (await this.#look(location));
    if (!known.isScalable) return undefined;
    const name = nameOf(location, known, wanted);
    const making =
      this.#making.get(name) ?? this.#make(name, { location, ...wanted }).finally(() => this.#making.delete(name));
    this.#making.set(name, making);
    return { bytes: await making, name, version: known.version };
  }

  async #make(name: string, { location, size, format }: Omit<PictureAddress, 'version'>): Promise<Buffer> {
    const { disk } = this.#options;
    const stored = await disk?.read(name);
    if (stored) {
      this.#hot.set(name, stored);
      return stored;
    }
    const failure = this.#failures.get(location);
    if (failure) throw failure;
    if (this.#scaling.size >= MOST_WAITING) {
      this.emit('tried', 'busy');
      throw new PictureError('busy', 'too many pictures wait to be scaled');
    }
    const bytes = await this.#scaling.add(() => this.#scale(location, size, format));
    this.emit('tried', 'made');
    this.#hot.set(name, bytes);
    disk?.write(name, bytes);
    return bytes;
  }

  async #scale(location: string, size: Size, format: Format): Promise<Buffer> {
    const { originals, scaler } = this.#options;
    if (!scaler) throw new PictureError('broken', 'pictures are not scaled here');
    try {
      const { bytes: original } = await originals.whole(location);
      const bytes = await scaler.scale(original, size, format);
      if (!this.#facts.get(location)?.colour) {
        const colour = await scaler.colour(bytes);
        // As it is known now: it may have been replaced in the meantime.
        const known = this.#facts.get(location);
        if (known) this.#learn(location, { ...known, colour });
      }
      return bytes;
    } catch (error) {
      throw this.#failed(location, error);
    }
  }

  #lookLater(location: string): void {
    if (this.#learning.has(location) || (this.#failures.has(location) && !isHere(location))) return;
    this.#lookInTurn(location).catch(() => {});
  }

  /** What the beginning of an original tells, or what was stored of it. */
  #look(location: string): Promise<Facts> {
    const failure = this.#failures.get(location);
    // A visitor waits: ahead of what pages will want some time.
    return failure ? Promise.reject(failure) : this.#lookInTurn(location, 1);
  }

  #lookInTurn(location: string, priority = 0): Promise<Facts> {
    const known = this.#learning.get(location);
    if (known) return known;
    if (this.#looking.size >= MOST_LOOKS_WAITING)
      return Promise.reject(new PictureError('busy', 'too many pictures wait to be looked at'));
    const learning = this.#looking
      .add(() => this.#lookNow(location), { priority })
      .finally(() => this.#learning.delete(location));
    this.#learning.set(location, learning);
    return learning;
  }

  async #lookNow(location: string): Promise<Facts> {
    const { originals } = this.#options;
    const last = this.#facts.get(location) ?? (await this.#stored(location));
    if (last && ageOf(last) < recheck(location)) return last;
    try {
      const beginning = await originals.beginning(location);
      if (last?.version === beginning.version) return this.#learn(location, { ...last, at: Date.now() });
      const inspected = await this.#inspect(location, beginning);
      return this.#learn(location, { ...inspected, version: beginning.version, at: Date.now() });
    } catch (error) {
      const failure = this.#failed(location, error);
      // It was there before: what was made of it is still good.
      if (last && failure.kind === 'unreachable')
        return this.#learn(location, { ...last, at: Date.now() - recheck(location) + RETRY });
      throw failure;
    }
  }

  async #inspect(location: string, { bytes }: Original) {
    const { originals, scaler } = this.#options;
    if (!scaler) return { isScalable: false };
    return scaler.inspect(bytes).catch(async (error) => {
      // Its dimensions may stand further in.
      const { bytes: whole } = await originals.whole(location);
      if (whole.length <= bytes.length) throw error;
      return scaler.inspect(whole);
    });
  }

  async #stored(location: string): Promise<Facts | undefined> {
    const stored = await this.#options.disk?.read(`${digest(location)}.json`);
    try {
      const known = stored && facts.parse(JSON.parse(stored.toString('utf8')));
      if (known) this.#facts.set(location, known);
      return known;
    } catch {
      return undefined;
    }
  }

  #learn(location: string, known: Facts): Facts {
    const before = this.#facts.get(location);
    this.#facts.set(location, known);
    if (before?.version !== known.version) this.#failures.delete(location);
    if (before && before.version !== known.version) this.emit('replaced', location);
    const isNew = before?.version !== known.version || before.colour !== known.colour;
    // When it was is of no use for one of the folder.
    if (isNew || !isHere(location))
      this.#options.disk?.write(`${digest(location)}.json`, Buffer.from(JSON.stringify(known)));
    return known;
  }

  #failed(location: string, error: unknown): PictureError {
    const failure =
      error instanceof PictureError
        ? error
        : new PictureError('broken', error instanceof Error ? error.message : String(error), { cause: error });
    // Anybody can make up names in the folder: nothing is remembered of what is not there.
    const isMadeUp = failure.kind === 'missing' && isHere(location);
    if (failure.kind !== 'busy' && !this.#failures.has(location)) {
      if (!isMadeUp) this.#failures.set(location, failure);
      // What we have broken off ourselves is no news.
      if (!this.#isClosed) {
        this.emit('tried', failure.kind);
        const told = { picture: location, kind: failure.kind, reason: failure.message };
        // Those that stand in the folder's files are checked otherwise.
        this.#options.log[isMadeUp ? 'debug' : 'warn'](told, 'picture cannot be shown');
      }
    }
    return failure;
  }

  /** They may have been replaced: what is named next is looked at anew. */
  outdate(): void {
    this.#failures.clear();
    for (const known of this.#facts.values()) known.at = 0;
  }

  /** Resolves once what is under way has ended. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#looking.clear();
    this.#scaling.clear();
    await Promise.all([this.#looking.onIdle(), this.#scaling.onIdle(), this.#options.originals.close()]);
    await this.#options.disk?.close();
  }
}

/** Rejects when a visitor has waited long enough; what he waits for goes on. */
function inTime<T>(work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new PictureError('busy', 'it takes too long')), PATIENCE);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

const nameOf = (
  location: string,
  { version }: Facts,
  { size, format }: Pick<PictureAddress, 'size' | 'format'>,
): string => `${digest(location, version)}-${size}.${format}`;

/** Whether a file on disk is a rendition, or what is known of an original, by its name. */
export const isDiskName = (name: string): boolean => /^[\w-]{24}(?:-[a-z\d]+\.[a-z]+|\.json)$/.test(name);

const digest = (...parts: string[]): string =>
  createHash('sha256').update(parts.join('\n')).digest('base64url').slice(0, 24);

/** Milliseconds since it was looked at. What comes from the future was written before the clock was set back: it may be as old. */
const ageOf = ({ at }: Facts): number => Math.abs(Date.now() - at);

const isHere = (location: string): boolean => location.startsWith('/');
const recheck = (location: string): number => (isHere(location) ? RECHECK.here : RECHECK.elsewhere);
