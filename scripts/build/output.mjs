import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, relative } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { ASSETS, DEVELOPMENT, OUT } from './settings.mjs';
import { staged } from './staging.mjs';

const CLIENT = `${OUT}/client`;

/** Collects the files of the build, then writes them. */
export class Output {
  /** @type {Map<string, string | Uint8Array>} by path */
  #files = new Map();

  get paths() {
    return [...this.#files.keys()];
  }

  /**
   * Adds a file for browsers under a name with a hash of its contents.
   * @param {string} name
   * @param {string} extension
   * @param {Uint8Array} contents
   * @returns {string} its public address
   */
  addAsset(name, extension, contents) {
    const hash = createHash('sha256').update(contents).digest('hex').slice(0, 10);
    return this.addFile(`${name}-${hash}.${extension}`, contents);
  }

  /**
   * Adds a file for browsers, which store it for good: the name has to change with the contents.
   * @param {string} name
   * @param {string | Uint8Array} contents
   * @returns {string} its public address
   */
  addFile(name, contents) {
    const path = `${CLIENT}/${name}`;
    this.#files.set(path, contents);
    return addressOf(path);
  }

  /**
   * Adds what esbuild built. Source maps go to a folder that the server does not serve.
   * @param {readonly { path: string, contents: Uint8Array }[]} outputFiles
   */
  addBundle(outputFiles) {
    for (const { path, contents } of outputFiles) {
      const place = relative('.', path);
      this.#files.set(place.endsWith('.map') ? place.replace(CLIENT, `${OUT}/maps`) : place, contents);
    }
  }

  /** Writes the files as they are. */
  async write() {
    await Promise.all([...this.#files].map(([path, contents]) => writeOut(path, contents)));
  }

  /** Writes those for browsers again, in Brotli and gzip. */
  async compress() {
    // Fonts are compressed already.
    const files = [...this.#files].filter(([path]) => path.startsWith(`${CLIENT}/`) && !path.endsWith('.woff2'));
    const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: DEVELOPMENT ? 4 : 11 } };
    await Promise.all(
      files.flatMap(([path, contents]) => [
        promisify(brotliCompress)(contents, brotli).then((bytes) => writeOut(`${path}.br`, bytes)),
        promisify(gzip)(contents, { level: 9 }).then((bytes) => writeOut(`${path}.gz`, bytes)),
      ]),
    );
  }
}

/** The public address of a file for browsers. @param {string} path */
export function addressOf(path) {
  return ASSETS + relative(CLIENT, path);
}

/** The file of a public address, while it is built. @param {string} address */
export function fileOf(address) {
  return staged(`${CLIENT}/${address.slice(ASSETS.length)}`);
}

/**
 * @param {string} path in the output
 * @param {string | Uint8Array} contents
 */
export async function writeOut(path, contents) {
  await mkdir(dirname(staged(path)), { recursive: true });
  await writeFile(staged(path), contents);
}
