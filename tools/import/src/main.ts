import { runAsProcess } from '@foyer/command-line';
import { importContent } from './import-content.ts';

/* npm run import (docs/importing.md). */

await runAsProcess(importContent);
