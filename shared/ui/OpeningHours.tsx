import type { Hours } from '../schema/hours.ts';

export function OpeningHours({ hours }: { hours: Hours }) {
  return hours.map(({ days, open, close }) => (
    <div key={days}>{open && close ? `${days}, ${open} to ${close}` : `${days}, closed`}</div>
  ));
}
