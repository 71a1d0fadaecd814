import { runAsProcess } from '../../command-line/run-command.ts';
import { connectApi } from '../connect-api.ts';

/* npm run connect (docs/connecting.md). */

await runAsProcess(connectApi);
