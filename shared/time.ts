/* Results that depend on the current time. Loaders compute them and pass them in the data: server and browser render the same. */

const DAY_MS = 86_400_000;

export const isPast = (moment: string | undefined): boolean => moment !== undefined && Date.parse(moment) < Date.now();

/** Calendar days from now to a moment, in the time zone of the moment's offset. */
export function daysUntil(moment: string): number {
  const [, sign = '+', hours = '0', minutes = '0'] = /([+-])(\d{2}):?(\d{2})$/.exec(moment) ?? [];
  const offsetMs = Number(`${sign}1`) * (Number(hours) * 60 + Number(minutes)) * 60_000;
  const day = (timeMs: number) => Math.floor((timeMs + offsetMs) / DAY_MS);
  return day(Date.parse(moment)) - day(Date.now());
}

/** The time until a deadline for applications, in words. */
export function closingText(deadline: string | undefined): string | undefined {
  if (deadline === undefined) return undefined;
  if (isPast(deadline)) return 'Closed';
  const days = daysUntil(deadline);
  if (days === 0) return 'Closes today';
  return days === 1 ? 'Closes tomorrow' : `Closes in ${days} days`;
}
