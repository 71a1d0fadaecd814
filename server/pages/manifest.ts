import { readFileSync } from 'node:fs';
import { z } from 'zod';

/** Addresses of the built browser files; build.mjs writes them. */
const manifest = z.object({
  script: z.string(),
  style: z.string(),
  /** Scripts that every first load needs beside the entry. */
  preload: z.array(z.string()),
  /** By writing system; every page preloads Latin. */
  fonts: z.object({ latin: z.array(z.string()), devanagari: z.array(z.string()) }),
  /** The script of each view, by its name. */
  screens: z.record(z.string(), z.string()),
});
export type Manifest = z.output<typeof manifest>;

export const readManifest = (file: string): Manifest => manifest.parse(JSON.parse(readFileSync(file, 'utf8')));
