/* Results that depend on the current time. Loaders compute them and pass them in the data: server and browser render the same. */

const DAY_MS = 86_400_000;

let clock = () => Date.now();

/** The time as of which content is shown: the present, except in a preview of another time. */
export const contentNow = (): number => clock();

/** Replaces the clock of content in this thread: the preview's is that of each request. */
export function setContentClock(replacement: () => number): void {
  clock = replacement;
}

export const isPast = (moment: string | undefined): boolean => moment !== undefined && Date.parse(moment) < clock();

/** Calendar days from now to a moment, in the time zone of the moment's offset. */
export function daysUntil(moment: string): number {
  const [, sign = '+', hours = '0', minutes = '0'] = /([+-])(\d{2}):(\d{2})$/.exec(moment) ?? [];
  const offsetMs = Number(`${sign}1`) * (Number(hours) * 60 + Number(minutes)) * 60_000;
  const day = (timeMs: number) => Math.floor((timeMs + offsetMs) / DAY_MS);
  return day(Date.parse(moment)) - day(clock());
}

/** The days for which an item is new. */
const NEW_DAYS = 7;
/** Days ahead in which a list names what comes. */
export const SOON_DAYS = 60;

/** Whether a moment was within the last days. */
export const isNew = (moment: string | undefined): boolean =>
  moment !== undefined && daysUntil(moment) <= 0 && daysUntil(moment) >= -NEW_DAYS;

/** The state of a deadline for applications. */
export interface Closing {
  isClosed: boolean;
  /** Calendar days until the deadline: negative after its day. */
  daysLeft?: number;
}

export function closingOf(deadline: string | undefined): Closing {
  return { isClosed: isPast(deadline), daysLeft: deadline === undefined ? undefined : daysUntil(deadline) };
}
