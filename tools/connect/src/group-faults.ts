import type { AnswerFault } from '@foyer/gateway';
import type { FaultGroup } from './call-result.ts';

/** Behind the reason of a dropped value. */
const RECEIVED = /, received ("(?:[^"\\]|\\.)*"?|[^\s",]+)$/;

/** Faults with the same reason at the same field of different items, counted. @param name of the list or item in `data` */
export function groupFaults(faults: readonly AnswerFault[], name: string): FaultGroup[] {
  const groups = new Map<string, FaultGroup>();
  for (const { kind, path, reason } of faults) {
    const [, received] = RECEIVED.exec(reason) ?? [];
    const what = received === undefined ? reason : reason.replace(RECEIVED, '');
    const field = fieldOf(path, name);
    const key = JSON.stringify([kind, field, what]);
    const known = groups.get(key);
    if (known) known.count += 1;
    else groups.set(key, { kind, field, count: 1, reason: what, ...(received !== undefined && { example: received }) });
  }
  return [...groups.values()].sort((a, b) => b.count - a.count);
}

/** `notices[3].files[0].location` as `files.location`. */
function fieldOf(path: string, name: string): string {
  const fields = path.replaceAll(/\[\d+\]/g, '').split('.');
  return (fields[0] === name ? fields.slice(1) : fields).join('.');
}
