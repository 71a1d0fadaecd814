import { createHmac, timingSafeEqual } from 'node:crypto';
import { posix } from 'node:path';
import { FORMATS, type Format, SHARED, type Size, WIDTHS } from '../../shared/picture.ts';

/*
 * /media/@640/<version>/blogs/road.jpg.avif               a picture of the content folder
 * /media/@640/<version>/~<seal>/https/cms.example.org/... one of elsewhere: the seal says that we have named it ourselves
 *
 * The version is that of the original, as far as it is known.
 */

const FOLDER = '/media/';
const UNKNOWN = '-';
/**
 * Characters of a picture's name in addresses, version and seal included. A page names each picture up to 13 times, and
 * all of them have to fit into an address that the server accepts; a longer one is shown as it is.
 */
export const MAX_NAME_LENGTH = 1_000;
const PATTERN = /^\/@([a-z\d]+)\/([\w-]+)\/(.+)\.([a-z]+)$/;
const SEALED = /^~([\w-]{16})\/(https?)\/(.+)$/;

export interface PictureAddress {
  location: string;
  size: Size;
  format: Format;
  version: string;
}

/** Size, format and what stands between them and the name. */
const LONGEST_AROUND = 20;

/** A location as the path of a canonical address, from which decoding makes the very same location again. */
const segments = (location: string): string =>
  location.split('/').map(encodeURIComponent).join('/').replaceAll('//', '/%2F');

/** The one way to write a location, so that one original is scaled once; undefined where it leads out of the folder. */
export function locationOf(given: string): string | undefined {
  const [location = ''] = given.split('#', 1);
  if (!location.startsWith(FOLDER)) return location;
  try {
    const path = posix.normalize(decodeURIComponent(location.split('?', 1)[0] ?? ''));
    return path.startsWith(FOLDER) ? path.split('/').map(encodeURIComponent).join('/') : undefined;
  } catch {
    return undefined;
  }
}

/** Names pictures, and knows its own names again; all processes that have the key agree. */
export class PictureNames {
  readonly #key: Buffer;

  constructor(key: Buffer) {
    this.#key = key;
  }

  /** What a picture is called in addresses (shared/picture.ts); undefined where that would be too long. */
  name(location: string, version = UNKNOWN): string | undefined {
    const name = location.startsWith(FOLDER)
      ? `${version}/${location.slice(FOLDER.length)}`
      : `${version}/~${this.#seal(location)}/${segments(location.replace('://', '/'))}`;
    return name.length > MAX_NAME_LENGTH ? undefined : name;
  }

  /** @param path below `/media`; undefined where it is none of ours, or asks for a size or a format that there is not */
  read(path: string): PictureAddress | undefined {
    if (path.length > MAX_NAME_LENGTH + LONGEST_AROUND) return undefined;
    const [, givenSize, version, name, givenFormat] = PATTERN.exec(path) ?? [];
    const size = givenSize === SHARED.size ? givenSize : WIDTHS.find((width) => String(width) === givenSize);
    const format = FORMATS.find((known) => known === givenFormat);
    if (size === undefined || version === undefined || name === undefined || !format) return undefined;
    const location = SEALED.test(name) ? this.#unseal(name) : locationOf(FOLDER + name);
    return location === undefined ? undefined : { location, size, format, version };
  }

  #unseal(name: string): string | undefined {
    const [, seal = '', scheme, path = ''] = SEALED.exec(name) ?? [];
    try {
      const location = `${scheme}://${decodeURIComponent(path)}`;
      return timingSafeEqual(Buffer.from(this.#seal(location)), Buffer.from(seal)) ? location : undefined;
    } catch {
      return undefined;
    }
  }

  #seal(location: string): string {
    return createHmac('sha256', this.#key).update(location).digest('base64url').slice(0, 16);
  }
}
