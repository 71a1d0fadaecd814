import { runAsProcess } from '../../command-line/run-command.ts';
import { newFolder } from '../new-folder.ts';

/* npm run new (docs/starting.md). */

await runAsProcess(newFolder);
