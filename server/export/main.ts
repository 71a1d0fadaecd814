import { fileURLToPath } from 'node:url';
import { runAsProcess } from '@foyer/command-line';
import { exportSite } from './export-site.ts';

/* npm run export (docs/exporting.md). */

await runAsProcess(exportSite(fileURLToPath(new URL('..', import.meta.url))));
