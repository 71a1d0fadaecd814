import { fileURLToPath } from 'node:url';
import { runAsProcess } from '../../command-line/run-command.ts';
import { exportSite } from '../export-site.ts';

/* npm run export (docs/exporting.md). */

await runAsProcess(exportSite(fileURLToPath(new URL('..', import.meta.url))));
