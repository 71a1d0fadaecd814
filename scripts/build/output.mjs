import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, relative } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { ASSETS, DEVELOPMENT, OUT } from './settings.mjs';

const CLIENT = `${OUT}/client`;

/** Collects the files of the build, then writes them; a file for browsers is also written in gzip and Brotli. */
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
    const path = `${CLIENT}/${name}-${hash}.${extension}`;
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

  async write() {
    await Promise.all([...this.#files].map(([path, contents]) => writeOut(path, contents)));
  }
}

/** The public address of a file for browsers. @param {string} path */
export function addressOf(path) {
  return ASSETS + relative(CLIENT, path);
}

/** The file of a public address. @param {string} address */
export function fileOf(address) {
  return `${CLIENT}/${address.slice(ASSETS.length)}`;
}

/**
 * @param {string} path
 * @param {string | Uint8Array} contents
 */
export async function writeOut(path, contents) {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, contents);
  // Fonts are compressed already.
  if (!path.startsWith(`${CLIENT}/`) || path.endsWith('.woff2')) return;
  const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: DEVELOPMENT ? 4 : 11 } };
  await writeFile(`${path}.br`, await promisify(brotliCompress)(contents, brotli));
  await writeFile(`${path}.gz`, await promisify(gzip)(contents, { level: 9 }));
}
