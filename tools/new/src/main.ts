import { fileURLToPath } from 'node:url';
import { runAsProcess } from '@foyer/command-line';
import { newFolder } from './new-folder.ts';

/* npm run new (docs/starting.md). */

// The template is beside dist/, in the image too.
await runAsProcess(newFolder(fileURLToPath(new URL('../../starter', import.meta.url))));
