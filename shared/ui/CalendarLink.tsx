import { isScreenOff } from '@foyer/model';
import { useHref, useMessages, useRoot } from '../shown-page.ts';

/** The dates of an item for a visitor's own calendar. @param item its kind and id: notice-14 */
export function CalendarLink({ item }: { item: string }) {
  const m = useMessages();
  const href = useHref();
  const { site } = useRoot();
  if (isScreenOff('/calendar', site)) return null;
  return <a href={href(`/calendar/${item}.ics`)}>{m.addToCalendar}</a>;
}
