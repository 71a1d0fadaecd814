import { atMost, type DiskCache } from '@foyer/runtime';
import { LRUCache } from 'lru-cache';
import PQueue from 'p-queue';
import * as z from 'zod';
import { ImageError } from './image-error.ts';
import { type ImageFailures, RETRY_DELAY_MS } from './image-failures.ts';
import { factsFileName } from './image-file-names.ts';
import { isInContentFolder } from './image-location.ts';
import type { Original, Originals } from './originals.ts';
import type { Inspected, Scaler } from './scaler.ts';

const schema = z.object({
  isScalable: z.boolean(),
  /** In pixels, as displayed. */
  width: z.number().optional(),
  height: z.number().optional(),
  /** The dominant colour, `#rrggbb`; unknown until the image was scaled once. */
  colour: z.string().optional(),
  /** Changes with the original. */
  version: z.string(),
  /** When the original was last checked, in milliseconds since 1970. */
  at: z.number(),
});
/** What is known of an original. This is also what is stored on disk. */
export type Facts = z.output<typeof schema>;

export interface ImageFactsOptions {
  originals: Originals;
  /** Without one, no image is scalable. */
  scaler?: Scaler;
  /** Where facts outlive the process. */
  disk?: DiskCache;
  failures: ImageFailures;
  /** Called when there is another image at a location than before. */
  onReplaced: (location: string) => void;
}

const MAX_ENTRIES = 20_000;
/** Originals that are inspected at once. */
const CONCURRENCY = 2;
/**
 * Originals that wait to be inspected: those of a page or two with many images. An image beyond that is inspected when an answer
 * names it again.
 */
const MAX_PENDING_INSPECTIONS = 1_000;
/** After this long, an original of another origin is checked again, because it may have been replaced at the same URL. */
const RECHECK_DELAY_MS = 3_600_000;
/** An original of the content folder is checked whenever an answer names it: after a change, nothing else would cause a check. */
const FOLDER_RECHECK_DELAY_MS = 0;

/** The time of the last check, in facts that a purge has made due. */
const STALE = 0;

/** Facts about originals: learned in the background from the beginning of the file, checked again later, stored on disk. */
export class ImageFacts {
  readonly #options: ImageFactsOptions;
  readonly #facts = new LRUCache<string, Facts>(atMost(MAX_ENTRIES));
  readonly #inFlight = new Map<string, Promise<Facts>>();
  readonly #queue = new PQueue({ concurrency: CONCURRENCY });

  constructor(options: ImageFactsOptions) {
    this.#options = options;
  }

  /** The facts in memory, however old; undefined if there are none. */
  get(location: string): Facts | undefined {
    return this.#facts.get(location);
  }

  /**
   * The facts in memory for a request. After a purge, they are none before a file of the content folder is checked, which may
   * be gone; any other original is checked in the background.
   */
  ofRequest(location: string): Facts | undefined {
    const facts = this.#facts.get(location);
    if (facts?.at !== STALE) return facts;
    if (isInContentFolder(location)) return undefined;
    this.refresh(location);
    return facts;
  }

  /** Checks the original in the background, if its facts are missing or due for a check and it has not just failed. */
  refresh(location: string): void {
    const facts = this.#facts.get(location);
    if (facts && ageMs(facts) <= recheckDelayMs(location)) return;
    const { failures } = this.#options;
    if (this.#inFlight.has(location) || (failures.has(location) && !isInContentFolder(location))) return;
    // A failure is recorded when it happens.
    this.#enqueue(location).catch(() => {});
  }

  /**
   * The facts in memory or on disk, or learned from the original, for a request that waits: ahead of `refresh`. Rejects with
   * an ImageError.
   */
  async load(location: string): Promise<Facts> {
    const facts = this.ofRequest(location);
    if (facts) return facts;
    const failure = this.#options.failures.get(location);
    // A file with facts may have been replaced since.
    if (failure && !this.#facts.has(location)) throw failure;
    return this.#enqueue(location, 1);
  }

  /** As `load`, with the colour. Rejects with sharp's error, too. */
  async loadWithColour(location: string): Promise<void> {
    const { scaler, originals } = this.#options;
    const { isScalable, colour } = await this.load(location);
    if (!scaler || !isScalable || colour) return;
    const find = async () => scaler.colour((await originals.load(location)).bytes);
    await this.#queue.add(() => this.addColour(location, find));
  }

  /** Adds the colour of an image, unless its facts are not in memory any more or have a colour. */
  async addColour(location: string, find: () => Promise<string>): Promise<void> {
    if (this.#facts.get(location)?.colour) return;
    const colour = await find();
    // Read again, because the original may have been replaced while the colour was computed.
    const facts = this.#facts.get(location);
    if (facts) this.#set(location, { ...facts, colour });
  }

  /** Marks all facts as due for a check: the next time that an answer names an image, or a request asks for it. */
  markStale(): void {
    for (const facts of this.#facts.values()) facts.at = STALE;
  }

  /** Drops what waits, and resolves once nothing is in progress. */
  async close(): Promise<void> {
    this.#queue.clear();
    await this.#queue.onIdle();
  }

  #enqueue(location: string, priority = 0): Promise<Facts> {
    const inFlight = this.#inFlight.get(location);
    if (inFlight) return inFlight;
    if (this.#queue.size >= MAX_PENDING_INSPECTIONS)
      return Promise.reject(new ImageError('busy', 'too many images wait to be inspected'));
    const check = this.#queue
      .add(() => this.#check(location), { priority })
      .finally(() => this.#inFlight.delete(location));
    this.#inFlight.set(location, check);
    return check;
  }

  async #check(location: string): Promise<Facts> {
    const { originals, failures, disk } = this.#options;
    const last = this.#facts.get(location) ?? (await this.#readStored(location));
    if (last && ageMs(last) < recheckDelayMs(location)) return last;
    try {
      const head = await originals.loadHead(location);
      if (last?.version === head.version) return this.#set(location, { ...last, at: Date.now() });
      const inspected = await this.#inspect(location, head);
      return this.#set(location, { ...inspected, version: head.version, at: Date.now() });
    } catch (error) {
      const failure = failures.record(location, error);
      // The renditions of the last version can still be shown. The next check is due after RETRY_DELAY_MS.
      if (last && failure.kind === 'unreachable')
        return this.#set(location, { ...last, at: Date.now() - recheckDelayMs(location) + RETRY_DELAY_MS });
      // Nobody sees its renditions any more.
      if (failure.kind === 'missing' && this.#facts.delete(location)) disk?.delete(factsFileName(location));
      throw failure;
    }
  }

  async #inspect(location: string, { bytes }: Original): Promise<Inspected> {
    const { originals, scaler } = this.#options;
    if (!scaler) return { isScalable: false };
    return scaler.inspect(bytes).catch(async (error) => {
      // The dimensions may be further into the file.
      const { bytes: complete } = await originals.load(location);
      if (complete.length <= bytes.length) throw error;
      return scaler.inspect(complete);
    });
  }

  /** The facts on disk, which are then in memory too; undefined if there are none or they cannot be parsed. */
  async #readStored(location: string): Promise<Facts | undefined> {
    const stored = await this.#options.disk?.read(factsFileName(location));
    try {
      const facts = stored && schema.parse(JSON.parse(stored.toString('utf8')));
      if (facts) this.#facts.set(location, facts);
      return facts;
    } catch {
      return undefined;
    }
  }

  #set(location: string, facts: Facts): Facts {
    const { failures, disk, onReplaced } = this.#options;
    const last = this.#facts.get(location);
    this.#facts.set(location, facts);
    if (last?.version !== facts.version) failures.delete(location);
    if (last && last.version !== facts.version) onReplaced(location);
    const isNew = last?.version !== facts.version || last.colour !== facts.colour;
    // The time of the last check is only worth a write where it delays the next one.
    if (isNew || !isInContentFolder(location)) disk?.write(factsFileName(location), Buffer.from(JSON.stringify(facts)));
    return facts;
  }
}

/** Milliseconds since the last check. A time in the future was stored before the clock was set back, and counts as that long ago. */
const ageMs = ({ at }: Facts): number => Math.abs(Date.now() - at);

const recheckDelayMs = (location: string): number =>
  isInContentFolder(location) ? FOLDER_RECHECK_DELAY_MS : RECHECK_DELAY_MS;
