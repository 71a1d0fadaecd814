import { createHash } from 'node:crypto';
import { EventEmitter } from 'node:events';
import type { Scalable } from '@foyer/model';
import { type CacheSize, type DiskCache, type ImageOutcome, withTimeout } from '@foyer/runtime';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import { ICONS, type IconName } from './icons.ts';
import { type ImageAddress, ImageNames } from './image-address.ts';
import { ImageError } from './image-error.ts';
import { ImageFacts } from './image-facts.ts';
import { ImageFailures } from './image-failures.ts';
import { canonicalLocation } from './image-location.ts';
import type { Originals } from './originals.ts';
import { type Rendition, Renditions } from './renditions.ts';
import type { Scaler } from './scaler.ts';
import type { SealKeys } from './seal-keys.ts';

/** What a page needs to show an image, beside its location. */
export interface ImageDescription extends Scalable {
  /** In pixels, as displayed. */
  width?: number;
  height?: number;
}

/** What an answer says of an image itself. */
export interface StatedFacts {
  mime?: string;
  width?: number;
  height?: number;
}

interface Events {
  /** There is another image at a location than before: answers and pages that describe the last one are stale. */
  'original-replaced': [location: string];
  /** A rendition that was not cached was scaled, or could not be; also each original that could not be inspected. */
  'rendition-outcome': [outcome: ImageOutcome];
}

export interface ImagesOptions {
  originals: Originals;
  /** Without one, images are shown unscaled. */
  scaler?: Scaler;
  /** Seal the names of images in addresses. */
  sealKeys: SealKeys;
  /** Images that are scaled at once. */
  concurrency: number;
  /** Where facts and renditions outlive the process. */
  disk?: DiskCache;
  log: Logger;
}

/** The longest that a request waits for a rendition: the time in which an original has to arrive, and a little more. */
const REQUEST_TIMEOUT_MS = 20_000;
/** Endings of files that may be scalable; their bytes decide. */
const SCALABLE_ENDING = /\.(?:jpe?g|png|webp|avif|heic|tiff?)$/i;
const VECTOR_ENDING = /\.svg$/i;
/** Icons that were drawn by this server: those of a site with one accent, and of its last ones. */
const MAX_DRAWN_ICONS = 24;

/** Describes images for pages, and serves them in the sizes and formats that pages ask for. */
export class Images extends EventEmitter<Events> {
  readonly #options: ImagesOptions;
  readonly #names: ImageNames;
  readonly #failures: ImageFailures;
  readonly #facts: ImageFacts;
  readonly #renditions: Renditions;
  readonly #drawn = new LRUCache<string, Promise<Rendition>>({ max: MAX_DRAWN_ICONS });

  constructor(options: ImagesOptions) {
    super();
    this.#options = options;
    this.#names = new ImageNames(options.sealKeys);
    const onOutcome = (outcome: ImageOutcome) => void this.emit('rendition-outcome', outcome);
    const failures = new ImageFailures(options.log, onOutcome);
    const onReplaced = (location: string) => {
      options.originals.forget(location);
      this.emit('original-replaced', location);
    };
    const facts = new ImageFacts({ ...options, failures, onReplaced });
    this.#failures = failures;
    this.#facts = facts;
    this.#renditions = new Renditions({ ...options, facts, failures, onOutcome });
  }

  /** What the renditions take in memory. */
  get size(): CacheSize {
    return this.#renditions.size;
  }

  /**
   * Describes an image with the facts that are known now. What is not known is learned in the background, for the next answer.
   * @param location as an editor wrote it
   * @param stated counts where nothing else is known
   */
  describe(location: string, { mime, ...stated }: StatedFacts): ImageDescription {
    const wanted = this.#wanted(location, { mime, ...stated });
    if (!wanted) return stated;
    const { canonical, isVector } = wanted;
    const facts = this.#facts.get(canonical);
    this.#facts.refresh(canonical);
    const { width = stated.width, height = stated.height, colour, version } = facts ?? {};
    if (isVector || (facts && !facts.isScalable)) return { ...stated, width, height };
    return { width, height, colour, scaled: this.#names.name(canonical, version) };
  }

  /** Resolves once `describe` knows all of an image, or that it cannot: for answers that are not made again. */
  async learn(location: string, stated: StatedFacts): Promise<void> {
    const wanted = this.#wanted(location, stated);
    if (!wanted) return;
    await this.#facts.loadWithColour(wanted.canonical).catch((error: unknown) => {
      if (!(error instanceof ImageError)) this.#failures.record(wanted.canonical, error);
    });
  }

  /**
   * Parses the address of a scaled image. Undefined if it is none, or of an image that no page can name.
   * @param path below `/media`
   */
  parseAddress(path: string): ImageAddress | undefined {
    const { originals, scaler } = this.#options;
    const address = scaler && this.#names.parse(path);
    return address && originals.has(address.location) ? address : undefined;
  }

  /** A rendition that is in memory, else undefined. */
  cached(address: ImageAddress): Rendition | undefined {
    return this.#renditions.cached(address);
  }

  /** A rendition, scaled if necessary; undefined if the image is not scalable. Rejects with an ImageError. */
  async get(address: ImageAddress): Promise<Rendition | undefined> {
    return withTimeout(
      this.#renditions.get(address),
      REQUEST_TIMEOUT_MS,
      () => new ImageError('busy', 'it takes too long'),
    );
  }

  /** An original, also a vector image, as an icon. Rejects with an ImageError. @param location as an editor wrote it */
  async icon(location: string, name: IconName): Promise<Rendition> {
    const canonical = canonicalLocation(location);
    if (!canonical || !this.#options.originals.has(canonical))
      throw new ImageError('missing', 'its origin is not allowed');
    const rendition = await withTimeout(
      this.#renditions.get({ location: canonical, size: name, format: 'png' }),
      REQUEST_TIMEOUT_MS,
      () => new ImageError('busy', 'it takes too long'),
    );
    this.#facts.refresh(canonical);
    if (!rendition) throw new ImageError('broken', 'not an icon');
    return rendition;
  }

  /** An SVG document of this server as an icon. Rejects with an ImageError. */
  draw(svg: string, name: IconName): Promise<Rendition> {
    const { scaler } = this.#options;
    if (!scaler) return Promise.reject(new ImageError('broken', 'pictures are not scaled here'));
    const version = createHash('sha256').update(svg).digest('base64url').slice(0, 12);
    const key = `${version}-${name}`;
    const cached = this.#drawn.get(key);
    if (cached) return cached;
    const drawn = scaler
      .draw(svg, ICONS[name].size)
      .then((bytes) => ({ bytes, name: key, version }))
      .catch((error) => {
        // Such as a timeout under load: the next request draws again.
        this.#drawn.delete(key);
        throw error;
      });
    this.#drawn.set(key, drawn);
    return drawn;
  }

  /** Forgets failures, and has each original checked the next time that an answer names it. */
  markStale(): void {
    this.#failures.clear();
    this.#options.originals.forget();
    this.#facts.markStale();
  }

  /** Resolves once what is in progress has ended and the disk cache is closed. Requests that wait are not answered. */
  async close(): Promise<void> {
    this.#failures.close();
    await Promise.all([this.#facts.close(), this.#renditions.close(), this.#options.originals.close()]);
    await this.#options.disk?.close();
  }

  /** Undefined for an image that is shown as it is. */
  #wanted(
    location: string,
    { mime, width, height }: StatedFacts,
  ): { canonical: string; isVector: boolean } | undefined {
    const { originals, scaler } = this.#options;
    const canonical = canonicalLocation(location);
    const path = canonical?.split('?', 1)[0] ?? '';
    const isVector = mime ? mime.startsWith('image/svg') : VECTOR_ENDING.test(path);
    const maybeScalable = mime ? /^image\/(?!svg|gif)/.test(mime) : SCALABLE_ENDING.test(path);
    // Of a vector image only the shape is wanted, so that its room is reserved.
    const isWanted = maybeScalable || (isVector && !(width && height));
    return scaler && isWanted && canonical && originals.has(canonical) ? { canonical, isVector } : undefined;
  }
}
