import { SHARE_IMAGE } from '@foyer/model';
import type { CacheSize, DiskCache, ImageOutcome } from '@foyer/runtime';
import { LRUCache } from 'lru-cache';
import PQueue from 'p-queue';
import { ICONS } from './icons.ts';
import { ImageError } from './image-error.ts';
import type { ImageFacts } from './image-facts.ts';
import type { ImageFailures } from './image-failures.ts';
import { type RenditionOf, renditionFileName } from './image-file-names.ts';
import type { Originals } from './originals.ts';
import { isTooThinToShare, type Scaler } from './scaler.ts';

/** An original in another size and format. */
export interface Rendition {
  bytes: Buffer;
  /** The same for the same bytes. */
  name: string;
  /** The version of the original. */
  version: string;
}

export interface RenditionsOptions {
  originals: Originals;
  /** Without one, every rendition fails as `broken`. */
  scaler?: Scaler;
  facts: ImageFacts;
  failures: ImageFailures;
  /** Images that are scaled at once. */
  concurrency: number;
  /** Where renditions outlive the process. */
  disk?: DiskCache;
  /** Called for each rendition that was scaled, and each that was refused because too many wait. Failures count in `failures`. */
  onOutcome: (outcome: ImageOutcome) => void;
}

const MEMORY_BYTES = 32_000_000;
/** The estimated memory for an entry beside its bytes. */
const ENTRY_OVERHEAD_BYTES = 200;
/** Renditions that wait to be scaled. A request beyond that gets the placeholder, and may try again. */
const MAX_PENDING_RENDITIONS = 200;

/** Renditions, from memory or disk or scaled on request; requests for the same rendition are coalesced. */
export class Renditions {
  readonly #options: RenditionsOptions;
  readonly #cache = new LRUCache<string, Buffer>({
    maxSize: MEMORY_BYTES,
    sizeCalculation: (bytes) => bytes.length + ENTRY_OVERHEAD_BYTES,
  });
  readonly #inFlight = new Map<string, Promise<Buffer>>();
  readonly #queue: PQueue;

  constructor(options: RenditionsOptions) {
    this.#options = options;
    this.#queue = new PQueue({ concurrency: options.concurrency });
  }

  /** What the cache in memory holds. */
  get size(): CacheSize {
    return { bytes: this.#cache.calculatedSize, entries: this.#cache.size };
  }

  /** The rendition if it and the facts about its original are in memory, else undefined. */
  cached(address: RenditionOf): Rendition | undefined {
    const facts = this.#options.facts.ofRequest(address.location);
    if (!facts) return undefined;
    const name = renditionFileName(address, facts.version);
    const bytes = this.#cache.get(name);
    return bytes && { bytes, name, version: facts.version };
  }

  /** The rendition, loaded or scaled if necessary; undefined if the image is not scalable. Rejects with an ImageError. */
  async get(address: RenditionOf): Promise<Rendition | undefined> {
    const { isScalable, version, ...dimensions } = await this.#options.facts.load(address.location);
    // An icon is made of a vector image too.
    if (!isScalable && address.format !== 'png') return undefined;
    if (address.size === SHARE_IMAGE.size && isTooThinToShare(dimensions)) return undefined;
    const name = renditionFileName(address, version);
    const cached = this.#cache.get(name);
    if (cached) return { bytes: cached, name, version };
    const inFlight = this.#inFlight.get(name) ?? this.#load(name, address).finally(() => this.#inFlight.delete(name));
    this.#inFlight.set(name, inFlight);
    return { bytes: await inFlight, name, version };
  }

  /** Drops what waits, and resolves once nothing is in progress. */
  async close(): Promise<void> {
    this.#queue.clear();
    await this.#queue.onIdle();
  }

  async #load(name: string, address: RenditionOf): Promise<Buffer> {
    const { disk, failures, onOutcome } = this.#options;
    const stored = await disk?.read(name);
    if (stored) {
      this.#cache.set(name, stored);
      return stored;
    }
    const failure = failures.get(address.location);
    if (failure) throw failure;
    if (this.#queue.size >= MAX_PENDING_RENDITIONS) {
      onOutcome('busy');
      throw new ImageError('busy', 'too many pictures wait to be scaled');
    }
    const bytes = await this.#queue.add(() => this.#scale(address));
    onOutcome('rendered');
    this.#cache.set(name, bytes);
    disk?.write(name, bytes);
    return bytes;
  }

  async #scale(address: RenditionOf): Promise<Buffer> {
    const { location } = address;
    const { originals, scaler, facts, failures } = this.#options;
    if (!scaler) throw new ImageError('broken', 'pictures are not scaled here');
    try {
      const { bytes: original } = await originals.load(location);
      if (address.format === 'png') return await scaler.icon(original, ICONS[address.size]);
      const bytes = await scaler.scale(original, address.size, address.format);
      await facts.addColour(location, () => scaler.colour(bytes));
      return bytes;
    } catch (error) {
      throw failures.record(location, error);
    }
  }
}
