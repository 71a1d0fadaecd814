import * as z from 'zod';
import { explain } from '../../shared/schema/issues.ts';
import { fromWallClock, toWallClock } from '../clock.ts';
import type { Lifetime } from './policy.ts';

/** An answer on disk or in Redis. Another process has written it, so it is as untrusted as an upstream's. */
export interface StoredAnswer extends Lifetime {
  /** The response body of our own API. */
  body: Buffer;
}

const lifetime = z.object({ freshUntil: z.number(), staleUntil: z.number(), changesAt: z.number().optional() });
const NEWLINE = 0x0a;
/** A reason in the log is cut to this: it may quote the data. */
const MAX_REASON_CHARACTERS = 300;

/** Encodes an answer as one line of JSON with its lifetime by the wall clock, followed by its body. */
export function encodeAnswer({ body, freshUntil, staleUntil, changesAt }: StoredAnswer): Buffer {
  const shared = { freshUntil: toWallClock(freshUntil), staleUntil: toWallClock(staleUntil), changesAt };
  return Buffer.concat([Buffer.from(`${JSON.stringify(shared)}\n`), body]);
}

/** Decodes what `encodeAnswer` has written, and throws for anything else. It does not validate the body. */
export function decodeAnswer(bytes: Buffer): StoredAnswer {
  const end = bytes.indexOf(NEWLINE);
  if (end < 0) throw new Error('no line with the lifetime');
  const { freshUntil, staleUntil, changesAt } = lifetime.parse(JSON.parse(bytes.toString('utf8', 0, end)));
  return {
    body: bytes.subarray(end + 1),
    freshUntil: fromWallClock(freshUntil),
    staleUntil: fromWallClock(staleUntil),
    changesAt,
  };
}

/** Why a stored answer was rejected, for the log. */
export function reasonOf(error: unknown): string {
  const reason = error instanceof z.ZodError ? explain(error) : error instanceof Error ? error.message : String(error);
  return reason.slice(0, MAX_REASON_CHARACTERS);
}
