import type { IncomingMessage } from 'node:http';

/** A header's first value. Node fills `request.headers` with all of them on first use, which takes longer than the rest of a cache hit. */
export function headerOf({ rawHeaders }: IncomingMessage, name: string): string | undefined {
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const candidate = rawHeaders[index];
    if (candidate?.length === name.length && candidate.toLowerCase() === name) return rawHeaders[index + 1];
  }
  return undefined;
}
