import { readFileSync } from 'node:fs';
import { z } from 'zod';

/** What the build tells the server of the browser's files, by address; `build.mjs` writes it. */
const manifest = z.object({
  script: z.string(),
  style: z.string(),
  /** What every first load needs beside the entry. */
  preload: z.array(z.string()),
  /** By script; Latin is on every page. */
  fonts: z.object({ latin: z.array(z.string()), devanagari: z.array(z.string()) }),
  /** Each screen's file. */
  screens: z.record(z.string(), z.string()),
});
export type Manifest = z.output<typeof manifest>;

export const readManifest = (file: string): Manifest => manifest.parse(JSON.parse(readFileSync(file, 'utf8')));
