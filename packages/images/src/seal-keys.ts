import { randomBytes, randomUUID } from 'node:crypto';
import { link, mkdir, open, readFile, unlink } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Config } from '@foyer/config';
import { codeOf } from '@foyer/runtime';
import type { Logger } from 'pino';
import * as z from 'zod';

/** Keys that are accepted beside those of this process. */
export const MAX_SHARED_KEYS = 16;
const KEY_BYTES = 32;
/** As `randomKey` makes it. Nothing shorter comes from a file or from Redis. */
const generatedKey = z.string().regex(/^[\w-]{43}$/);
const FILE_MODE = 0o600;
/** The seals in an export protect nothing, as no server reads them. The same addresses in each export are the same files. */
const EXPORT_KEY = 'export';

/** What a process hands to those that it starts. */
export const handedKeys = z.object({ keys: z.array(z.string()).min(1), areShared: z.boolean(), mayBeOut: z.boolean() });
export type HandedKeys = z.output<typeof handedKeys>;

/**
 * The keys of the seal in the addresses of images (image-address.ts). The first one seals, the seals of all are accepted: a new
 * key breaks no address that is out.
 */
export class SealKeys {
  readonly #own: HandedKeys;
  #all: readonly string[];
  #hasSealed = false;

  constructor(own: HandedKeys) {
    this.#own = own;
    this.#all = own.keys;
  }

  get all(): readonly string[] {
    return this.#all;
  }

  /** The key for a new seal. */
  get current(): string {
    this.#hasSealed = true;
    return this.#all[0] ?? '';
  }

  /** Whether replicas agree on keys among themselves, as the operator has set none. */
  get areShared(): boolean {
    return this.#own.areShared;
  }

  /** Keys of this process that the replicas have to know: those that addresses may have, and the first one of all. */
  missingIn(shared: readonly string[]): string[] {
    const isNeeded = this.#own.mayBeOut || this.#hasSealed || shared.length === 0;
    return isNeeded ? this.#own.keys.filter((key) => !shared.includes(key)) : [];
  }

  /** Seals with the first key of the replicas from now on. @param keys as Redis has them: untrusted */
  follow(keys: readonly string[]): void {
    const valid = keys.filter((key) => generatedKey.safeParse(key).success).slice(0, MAX_SHARED_KEYS);
    this.#all = [...new Set([...valid, ...this.#own.keys])];
  }

  toHand(): HandedKeys {
    return this.#own;
  }
}

/** The operator's keys, else the key in DATA_DIR, which the first process writes, else a key of this start. */
export async function openSealKeys(config: Config, log: Logger): Promise<SealKeys> {
  const { imageKeys, imageKeyFile, mediaOrigins, redisUrl, isExport } = config;
  if (isExport) return fixedKeys([EXPORT_KEY]);
  if (imageKeys.length > 0) return fixedKeys(imageKeys);
  const ofStart = () => new SealKeys({ keys: [randomKey()], areShared: true, mayBeOut: false });
  // Addresses of files of the content folder have no seal.
  if (mediaOrigins.length === 0) return ofStart();
  try {
    if (imageKeyFile !== undefined) return await storedKey(imageKeyFile);
    if (redisUrl === undefined) log.info('the addresses of pictures change with each start: set DATA_DIR or IMAGE_KEY');
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    log.warn({ reason }, 'the addresses of pictures change with each start: the key in DATA_DIR cannot be used');
  }
  return ofStart();
}

/** Keys that are the same in all processes that need them. */
export const fixedKeys = (keys: readonly string[]): SealKeys =>
  new SealKeys({ keys: [...keys], areShared: false, mayBeOut: true });

const randomKey = (): string => randomBytes(KEY_BYTES).toString('base64url');

/** Rejects with the system's error. */
async function storedKey(file: string): Promise<SealKeys> {
  const stored = await readKey(file);
  if (stored !== undefined) return new SealKeys({ keys: [stored], areShared: true, mayBeOut: true });
  const key = randomKey();
  await writeKey(file, key);
  // Another process may have been the first.
  const written = await readKey(file);
  return new SealKeys({ keys: [written ?? key], areShared: true, mayBeOut: written !== key });
}

/** Undefined without a file. One that does not hold a key, as after a loss of power, is removed. */
async function readKey(file: string): Promise<string | undefined> {
  try {
    const { data } = generatedKey.safeParse((await readFile(file, 'utf8')).trim());
    if (data === undefined) await unlink(file);
    return data;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** Leaves a file that is there: a link, unlike a renamed file, never replaces one. */
async function writeKey(file: string, key: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  const temporary = `${file}-${randomUUID()}.part`;
  const handle = await open(temporary, 'wx', FILE_MODE);
  try {
    await handle.writeFile(`${key}\n`);
    await handle.sync();
    await link(temporary, file);
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  } finally {
    await handle.close();
    await unlink(temporary);
  }
}
