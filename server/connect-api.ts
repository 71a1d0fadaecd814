import { runAsProcess } from './command-line/run-command.ts';
import { connectApi } from './commands/connect-api.ts';

/* npm run connect (docs/connecting.md). */

await runAsProcess(connectApi);
