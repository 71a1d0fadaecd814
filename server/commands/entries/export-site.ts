import { runAsProcess } from '../../command-line/run-command.ts';
import { exportSite } from '../export-site.ts';

/* npm run export (docs/exporting.md). */

await runAsProcess(exportSite);
