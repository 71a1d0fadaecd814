/* What depends on the time of day is worked out where a page's data is loaded, once: server and browser then show the same. */

const DAY = 86_400_000;

export const isPast = (moment: string | undefined): boolean => moment !== undefined && Date.parse(moment) < Date.now();

/** Calendar days from now to a moment, by the clock of that moment's own offset. */
export function daysUntil(moment: string): number {
  const [, sign = '+', hours = '0', minutes = '0'] = /([+-])(\d{2}):?(\d{2})$/.exec(moment) ?? [];
  const offset = Number(`${sign}1`) * (Number(hours) * 60 + Number(minutes)) * 60_000;
  const day = (time: number) => Math.floor((time + offset) / DAY);
  return day(Date.parse(moment)) - day(Date.now());
}

/** How long something can still be applied for. */
export function closing(deadline: string | undefined): string | undefined {
  if (deadline === undefined) return undefined;
  if (isPast(deadline)) return 'Closed';
  const days = daysUntil(deadline);
  if (days === 0) return 'Closes today';
  return days === 1 ? 'Closes tomorrow' : `Closes in ${days} days`;
}
