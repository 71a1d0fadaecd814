import { runAsProcess } from './command-line/run-command.ts';
import { checkFolder } from './commands/check-folder.ts';

/* npm run content:check (docs/content-folder.md). */

await runAsProcess(checkFolder);
