import type { Hours } from '@foyer/model';
import { useMessages } from '../shown-page.ts';

export function OpeningHours({ hours }: { hours: Hours }) {
  const m = useMessages();
  return hours.map(({ days, open, close }) => (
    <div key={days}>
      {open && close ? m.hours({ days, open, close }) : open ? `${days}, ${open}` : m.closedDays({ days })}
    </div>
  ));
}
