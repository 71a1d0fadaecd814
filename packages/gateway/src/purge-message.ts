import * as z from 'zod';
import { purge } from './purge.ts';

/* What replicas tell each other through Redis: as untrusted as all that is there. */

const purgeMessage = z.object({ what: purge, by: z.string() });
/** The management port accepts no longer purge. */
const MAX_MESSAGE_CHARACTERS = 10_000;

export function parsePurgeMessage(text: string): z.output<typeof purgeMessage> | undefined {
  if (text.length > MAX_MESSAGE_CHARACTERS) return undefined;
  try {
    return purgeMessage.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}
