import { type ContentSource, parseBody } from '@foyer/gateway';
import { ContentError } from '@foyer/model';

/** Whether a failure is that of one call, or one that all share: a limit, a pause. */
export type Failed = 'stays' | 'passes';

/** The body of a call, or why it has none. Rejects only if the signal aborts it. */
export async function readBody(
  source: ContentSource,
  address: string,
  signal: AbortSignal,
): Promise<{ json?: unknown; reason?: string; failed?: Failed }> {
  const request = { priority: 'inventory', isUnlisted: false, isOptional: true, signal } as const;
  let json: unknown;
  try {
    await source.get(address, request, async (response) => {
      const body = parseBody(response);
      if (body.kind !== 'body') return body;
      // Where there is nothing, some answer with an error and status 200.
      json = response.status < 400 ? body.json : undefined;
      if (json === undefined) return { kind: 'refused', message: messageOf(body.json) };
      return { kind: 'answer', answer: { data: {}, faults: [] } };
    });
    return { json };
  } catch (error) {
    signal.throwIfAborted();
    const reason = error instanceof Error ? error.message : String(error);
    const { status, retryAfterMs } = error instanceof ContentError ? error : {};
    // What does not exist has no rows.
    if (status === 404) return { json: null, reason };
    return { reason, failed: status === 429 || retryAfterMs !== undefined ? 'passes' : 'stays' };
  }
}

const messageOf = (json: unknown): string =>
  typeof json === 'object' && json !== null && 'message' in json ? String(json.message) : 'an error';
