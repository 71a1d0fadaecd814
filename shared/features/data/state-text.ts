import type { Messages } from '@foyer/messages';

/** States that follow from days, and those that are usually written. Another one is shown as it is written. */
export function stateText(state: string, m: Messages): string {
  const known: Record<string, string> = {
    upcoming: m.stateUpcoming,
    open: m.stateOpen,
    closed: m.stateClosed,
    allotted: m.stateAllotted,
    cancelled: m.stateCancelled,
  };
  return known[state] ?? state;
}
