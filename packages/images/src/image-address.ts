import { createHmac, timingSafeEqual } from 'node:crypto';
import { FORMATS, type Format, SHARE_IMAGE, type Size, WIDTHS } from '@foyer/model';
import { canonicalLocation, isInContentFolder, MEDIA_PREFIX } from './image-location.ts';
import type { SealKeys } from './seal-keys.ts';

/*
 * The addresses of scaled images:
 *
 * /media/@640/<version>/blogs/road.jpg.avif                 an image of the content folder
 * /media/@640/<version>/~<seal>/https/cms.example.org/...   an image of another origin; the seal is a MAC of its URL, so that
 *                                                           visitors cannot have any other URL fetched
 *
 * The version is the original's, or `-` while that is unknown.
 */

const UNKNOWN_VERSION = '-';
/**
 * Characters of an image's name in addresses, version and seal included. A page names each image up to 13 times, and each
 * address has to be short enough for the server to accept. An image with a longer name is shown unscaled.
 */
export const MAX_NAME_LENGTH = 1_000;
const ADDRESS = /^\/@([a-z\d]+)\/([\w-]+)\/(.+)\.([a-z]+)$/;
const SEALED_NAME = /^~([\w-]{16})\/(https?)\/(.+)$/;
/** The most characters that the size and the format add to a name. */
const MAX_AFFIX_LENGTH = 20;

export interface ImageAddress {
  /** The canonical location of the original. */
  location: string;
  size: Size;
  format: Format;
  /** The version of the original that the page with the address knew. */
  version: string;
}

/** A location as a path that the canonical form of an address leaves unchanged, and that decodes to the same location. */
const encodePath = (location: string): string =>
  location.split('/').map(encodeURIComponent).join('/').replaceAll('//', '/%2F');

/** Creates and reads the names of images in addresses. Processes with the same keys accept each other's names. */
export class ImageNames {
  readonly #keys: SealKeys;

  constructor(keys: SealKeys) {
    this.#keys = keys;
  }

  /**
   * The name of an image in addresses (`scaled` in packages/model/src/image-renditions.ts); undefined if it would be too long.
   * @param location canonical
   */
  name(location: string, version = UNKNOWN_VERSION): string | undefined {
    const name = isInContentFolder(location)
      ? `${version}/${location.slice(MEDIA_PREFIX.length)}`
      : `${version}/~${seal(location, this.#keys.current)}/${encodePath(location.replace('://', '/'))}`;
    return name.length > MAX_NAME_LENGTH ? undefined : name;
  }

  /**
   * Parses the path of an address, below `/media`. Undefined if it is not an address of a scaled image, its seal is invalid, or
   * there is no such size or format.
   */
  parse(path: string): ImageAddress | undefined {
    if (path.length > MAX_NAME_LENGTH + MAX_AFFIX_LENGTH) return undefined;
    const [, sizeText, version, name, formatText] = ADDRESS.exec(path) ?? [];
    const size = sizeText === SHARE_IMAGE.size ? sizeText : WIDTHS.find((width) => String(width) === sizeText);
    const format = FORMATS.find((known) => known === formatText);
    if (size === undefined || version === undefined || name === undefined || !format) return undefined;
    const location = SEALED_NAME.test(name) ? this.#unseal(name) : canonicalLocation(MEDIA_PREFIX + name);
    return location === undefined ? undefined : { location, size, format, version };
  }

  #unseal(name: string): string | undefined {
    const [, given = '', scheme, path = ''] = SEALED_NAME.exec(name) ?? [];
    try {
      const location = `${scheme}://${decodeURIComponent(path)}`;
      const isValid = (key: string) => timingSafeEqual(Buffer.from(seal(location, key)), Buffer.from(given));
      return this.#keys.all.some(isValid) ? location : undefined;
    } catch {
      return undefined;
    }
  }
}

const seal = (location: string, key: string): string =>
  createHmac('sha256', key).update(location).digest('base64url').slice(0, 16);
