import { runAsProcess } from './command-line/run-command.ts';
import { checkFolder } from './commands/check-folder.ts';

/* npm run content:check (docs/checking.md). */

await runAsProcess(checkFolder);
