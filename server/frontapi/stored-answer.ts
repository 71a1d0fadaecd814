import { z } from 'zod';
import { explain } from '../../shared/contract/fields.ts';
import type { Ages } from './policy.ts';

/** An answer as another process, or an earlier one, has left it: its data is as untrusted as an upstream's. */
export interface StoredAnswer extends Ages {
  data: unknown;
}

/** An answer of this process, on its way to the disk or to Redis. */
export interface StorableAnswer extends Ages {
  /** As our own API sends it. */
  body: Buffer;
}

const ages = z.object({ freshUntil: z.number(), staleUntil: z.number(), changesAt: z.number().optional() });
const envelope = z.object({ error: z.literal(false), data: z.unknown() });
const NEWLINE = 0x0a;
/** Of a reason in the log: the data may be in it. */
const MAX_REASON_CHARACTERS = 300;

/** A line of JSON with the ages, and the body. */
export const encodeAnswer = ({ body, freshUntil, staleUntil, changesAt }: StorableAnswer): Buffer =>
  Buffer.concat([Buffer.from(`${JSON.stringify({ freshUntil, staleUntil, changesAt })}\n`), body]);

/** Throws where that is not what `encodeAnswer` writes. */
export function decodeAnswer(bytes: Buffer): StoredAnswer {
  const end = bytes.indexOf(NEWLINE);
  if (end < 0) throw new Error('no line with the ages');
  const { data } = envelope.parse(JSON.parse(bytes.toString('utf8', end + 1)));
  return { ...ages.parse(JSON.parse(bytes.toString('utf8', 0, end))), data };
}

/** Why a stored answer could not be read, for the log. */
export function reasonOf(error: unknown): string {
  const reason = error instanceof z.ZodError ? explain(error) : error instanceof Error ? error.message : String(error);
  return reason.slice(0, MAX_REASON_CHARACTERS);
}
