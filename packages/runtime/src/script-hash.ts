import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * A hash of a script and of what it imports: in a build, it names its imports by their hashes. What is stored for the next
 * process is read by the same build only.
 * @param url `import.meta.url`
 */
export const scriptHash = (url: string): string =>
  createHash('sha256')
    .update(readFileSync(fileURLToPath(url)))
    .digest('base64url');
