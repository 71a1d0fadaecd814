import { runAsProcess } from '../../command-line/run-command.ts';
import { importContent } from '../import-content.ts';

/* npm run import (docs/importing.md). */

await runAsProcess(importContent);
