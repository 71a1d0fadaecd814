import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { lstat, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { isWithin } from '@foyer/runtime';
import * as z from 'zod';

/** What the next export needs to know. Hosts do not serve it: deploy/static/nginx.conf, and names with a dot elsewhere. */
export const MANIFEST = '.foyer/manifest.json';
const FORMAT = 1;
/** Files that are looked at together. */
const BATCH = 64;
const ENCODING = /\.(br|gz)$/;

/** Relative to the folder, which others may have changed. */
const file = z.string().refine(isWithin);

const pageRecord = z.object({
  /** Of everything that the page is made from. */
  key: z.string(),
  /** The addresses to which it leads. */
  links: z.array(z.string()),
  /** The files that were written for it. */
  files: z.array(file),
});
export type PageRecord = z.output<typeof pageRecord>;

const fileRecord = z.object({
  hash: z.string(),
  size: z.number(),
  /** Of its last change, in ms since 1970. */
  time: z.number(),
  /** Of the answer from which it was copied. */
  etag: z.string().optional(),
});
export type FileRecord = z.output<typeof fileRecord>;

const manifest = z.object({
  format: z.literal(FORMAT),
  /** Of the pages by their address on the server. */
  pages: z.record(z.string(), pageRecord),
  files: z.record(file, fileRecord),
  /** When the content changes by itself: ISO 8601. */
  nextChange: z.string().optional(),
});
export type Manifest = z.output<typeof manifest>;

export const emptyManifest = (): Manifest => ({ format: FORMAT, pages: {}, files: {} });

/** Undefined if the folder has none; empty if it is of another release, or not what was written: everything is exported anew. */
export async function readManifest(dir: string): Promise<Manifest | undefined> {
  const text = await readFile(join(dir, MANIFEST), 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  try {
    return manifest.parse(JSON.parse(text));
  } catch {
    return emptyManifest();
  }
}

/** The files of an export that are as they were written, each with what it is compressed to: others have been changed or deleted by hand. */
export async function intactFiles(dir: string, files: Manifest['files']): Promise<Manifest['files']> {
  const entries = Object.entries(files);
  const intact = new Map<string, FileRecord>();
  const damaged = new Set<string>();
  for (let start = 0; start < entries.length; start += BATCH)
    await Promise.all(
      entries.slice(start, start + BATCH).map(async ([name, record]) => {
        const found = await intactFile(join(dir, name), record);
        if (found) intact.set(name, found);
        else damaged.add(name.replace(ENCODING, ''));
      }),
    );
  return Object.fromEntries([...intact].filter(([name]) => !damaged.has(name.replace(ENCODING, ''))));
}

/** With its time: a copy of the folder may have given it another one. */
async function intactFile(path: string, record: FileRecord): Promise<FileRecord | undefined> {
  const found = await lstat(path).catch(() => undefined);
  if (!found?.isFile() || found.size !== record.size) return undefined;
  const time = timeOf(found);
  if (time === record.time) return record;
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('base64url') === record.hash ? { ...record, time } : undefined;
}

/** As precise as every file system and `utimes` have it. */
export const timeOf = ({ mtimeMs }: { mtimeMs: number }): number => Math.round(mtimeMs);
