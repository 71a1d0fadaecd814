import { readFileSync } from 'node:fs';
import * as z from 'zod';

/** The built browser files, addresses of files but for the inline texts; build.mjs writes them. */
const manifest = z.object({
  /** The entry script. */
  script: z.string(),
  /** Scripts that the entry imports. */
  imported: z.array(z.string()),
  /** The text of the inline script. */
  start: z.string(),
  /** The texts of the styles: of every page, of each screen by its name, and of screens without what they import on demand. In the browser a later screen has them as the file `{screen}-{version}.css`. */
  styles: z.object({
    version: z.string(),
    frame: z.string(),
    screens: z.record(z.string(), z.string()),
    lean: z.record(z.string(), z.string()),
  }),
  /** The font of headings. */
  displayFont: z.string(),
  /** The script that makes the answers without a file in an exported site. */
  exportedAnswers: z.string(),
  /** The script of each view, by its name. */
  screens: z.record(z.string(), z.string()),
  /** The messages of each edition, by its locale. */
  messages: z.record(z.string(), z.string()),
});
export type Manifest = z.output<typeof manifest>;

export const readManifest = (file: string): Manifest => manifest.parse(JSON.parse(readFileSync(file, 'utf8')));
