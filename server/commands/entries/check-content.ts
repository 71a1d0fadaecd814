import { runAsProcess } from '../../command-line/run-command.ts';
import { checkFolder } from '../check-folder.ts';

/* npm run content:check (docs/checking.md). */

await runAsProcess(checkFolder);
