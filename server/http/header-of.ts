import type { IncomingMessage } from 'node:http';

/**
 * A header's value; of a header that was sent several times its values, joined by commas as Node joins them. Node fills
 * `request.headers` with all of them on first use, which takes longer than the rest of a cache hit.
 */
export function headerOf({ rawHeaders }: IncomingMessage, name: string): string | undefined {
  let value: string | undefined;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const candidate = rawHeaders[index];
    if (candidate?.length !== name.length || candidate.toLowerCase() !== name) continue;
    const next = rawHeaders[index + 1];
    value = value === undefined ? next : `${value}, ${next}`;
  }
  return value;
}
