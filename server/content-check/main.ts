import { runAsProcess } from '@foyer/command-line';
import { checkFolder } from './check-command.ts';

/* npm run content:check (docs/checking.md). */

await runAsProcess(checkFolder);
