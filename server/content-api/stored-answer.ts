import { z } from 'zod';
import { explain } from '../../shared/contract/fields.ts';
import { fromWallClock, toWallClock } from '../clock.ts';
import type { Ages } from './policy.ts';

/** An answer as our own API sends it. One that another process, or an earlier one, has left is as untrusted as an upstream's. */
export interface StoredAnswer extends Ages {
  body: Buffer;
}

const ages = z.object({ freshUntil: z.number(), staleUntil: z.number(), changesAt: z.number().optional() });
const NEWLINE = 0x0a;
/** Of a reason in the log: the data may be in it. */
const MAX_REASON_CHARACTERS = 300;

/** A line of JSON with the ages by the wall clock, and the body. */
export function encodeAnswer({ body, freshUntil, staleUntil, changesAt }: StoredAnswer): Buffer {
  const shared = { freshUntil: toWallClock(freshUntil), staleUntil: toWallClock(staleUntil), changesAt };
  return Buffer.concat([Buffer.from(`${JSON.stringify(shared)}\n`), body]);
}

/** Throws where that is not what `encodeAnswer` writes; what the body holds is for its schema. */
export function decodeAnswer(bytes: Buffer): StoredAnswer {
  const end = bytes.indexOf(NEWLINE);
  if (end < 0) throw new Error('no line with the ages');
  const { freshUntil, staleUntil, changesAt } = ages.parse(JSON.parse(bytes.toString('utf8', 0, end)));
  return {
    body: bytes.subarray(end + 1),
    freshUntil: fromWallClock(freshUntil),
    staleUntil: fromWallClock(staleUntil),
    changesAt,
  };
}

/** Why a stored answer could not be read, for the log. */
export function reasonOf(error: unknown): string {
  const reason = error instanceof z.ZodError ? explain(error) : error instanceof Error ? error.message : String(error);
  return reason.slice(0, MAX_REASON_CHARACTERS);
}
