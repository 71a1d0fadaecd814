import { explain } from '@foyer/model';
import { fromWallClock, toWallClock } from '@foyer/runtime';
import * as z from 'zod';
import type { Lifetime } from './policy.ts';

/** An answer on disk or in Redis. Another process has written it, so it is as untrusted as an upstream's. */
export interface StoredAnswer extends Lifetime {
  /** The response body of our own API. */
  body: Buffer;
}

const lifetime = z.object({
  freshUntil: z.number(),
  staleUntil: z.number(),
  changesAt: z.number().optional(),
  /** When Redis deletes it, by the writer's clock. */
  deletedAt: z.number().optional(),
});
const NEWLINE = 0x0a;
/** A reason in the log is cut to this: it may quote the data. */
const MAX_REASON_CHARACTERS = 300;

/**
 * Encodes an answer as one line of JSON with its lifetime by the wall clock, followed by its body.
 * @param deletedAt when Redis deletes it, by the monotonic clock
 */
export function encodeAnswer({ body, freshUntil, staleUntil, changesAt }: StoredAnswer, deletedAt?: number): Buffer {
  const shared = {
    freshUntil: toWallClock(freshUntil),
    staleUntil: toWallClock(staleUntil),
    changesAt,
    deletedAt: deletedAt === undefined ? undefined : toWallClock(deletedAt),
  };
  return Buffer.concat([Buffer.from(`${JSON.stringify(shared)}\n`), body]);
}

/**
 * Decodes what `encodeAnswer` has written, and throws for anything else. It does not validate the body.
 * @param msToDeletion until Redis deletes it, by Redis's clock: it shows by how much the clock of its writer is ahead or behind
 */
export function decodeAnswer(bytes: Buffer, msToDeletion?: number): StoredAnswer {
  const end = bytes.indexOf(NEWLINE);
  if (end < 0) throw new Error('no line with the lifetime');
  const read = lifetime.parse(JSON.parse(bytes.toString('utf8', 0, end)));
  const deletedAt = msToDeletion === undefined ? undefined : Date.now() + msToDeletion;
  const ahead = deletedAt === undefined || read.deletedAt === undefined ? 0 : read.deletedAt - deletedAt;
  return {
    body: bytes.subarray(end + 1),
    freshUntil: fromWallClock(read.freshUntil - ahead),
    staleUntil: fromWallClock(read.staleUntil - ahead),
    changesAt: read.changesAt,
  };
}

/** Why a stored answer was rejected, for the log. */
export function reasonOf(error: unknown): string {
  const reason = error instanceof z.ZodError ? explain(error) : error instanceof Error ? error.message : String(error);
  return reason.slice(0, MAX_REASON_CHARACTERS);
}
