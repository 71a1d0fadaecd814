import { runAsProcess } from './command-line/run-command.ts';
import { newFolder } from './commands/new-folder.ts';

/* npm run new (docs/starting.md). */

await runAsProcess(newFolder);
