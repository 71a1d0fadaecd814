import { checkCommand } from '@foyer/check';
import { runAsProcess } from '@foyer/command-line';
import { linkedSite } from './linked-site.ts';

/* npm run content:check (docs/checking.md). */

await runAsProcess(checkCommand(linkedSite));
