import { runAsProcess } from '@foyer/command-line';
import { connectApi } from './connect-api.ts';

/* npm run connect (docs/connecting.md). */

await runAsProcess(connectApi);
