import type { Locale } from '@foyer/messages';
import { daysUntil, groupBy } from '@foyer/model';
import { absoluteUrl, organisation } from '../../json-ld.ts';
import type { Head, HeadContext, ScreenProps } from '../../page.ts';
import { useHref, useLocation, useMessages, useRoot, useTextLang } from '../../shown-page.ts';
import { byMoment, DateText, type DateValue } from '../../ui/DateText.tsx';
import { ScreenHeading } from '../../ui/ScreenHeading.tsx';
import css from './Calendar.module.css';
import { allDates, type DatedAnswers, type DatedEntry, dayOf } from './dates-card.ts';
import { eventJsonLd } from './event-card.ts';

type CalendarEntry = DatedEntry & { date: DateValue; days: number };

interface CalendarData {
  entries: CalendarEntry[];
}

/** The dates ahead, the next one first; or those that have passed, the last one first. */
export function selectDates(answers: DatedAnswers, isPast: boolean): CalendarEntry[] {
  const entries = allDates(answers).flatMap(({ changed: _, ...entry }) => {
    const { date, ends = date } = entry;
    if (!date || !ends || daysUntil(ends.iso) < 0 !== isPast) return [];
    return [{ ...entry, date, days: daysUntil(date.iso) }];
  });
  return entries.sort((a, b) => (isPast ? byMoment(b, a) : byMoment(a, b)));
}

export const head = ({ entries }: CalendarData, { site, origin, query, messages: m, href }: HeadContext): Head => ({
  title: m.calendar,
  description: m.labelOf({ label: m.calendar, site: site.name }),
  canonical: '/calendar',
  index: query.past === undefined,
  // Notices and vacancies say it on their own pages.
  jsonLd: entries
    .filter(({ path }) => path === undefined)
    .map((entry) =>
      eventJsonLd(
        {
          ...entry,
          iso: entry.date.iso,
          ends: entry.ends?.iso,
          url: absoluteUrl(href(`/calendar#${entry.key}`), origin),
        },
        { site, organizer: organisation(site, origin) },
      ),
    ),
});

export function Screen({ data: { entries }, page }: ScreenProps<CalendarData>) {
  const m = useMessages();
  const href = useHref();
  const { locale } = useRoot();
  const isPast = new URLSearchParams(useLocation().search).get('past') === '1';
  return (
    <section>
      <ScreenHeading page={page} />
      <p className={css.links}>
        <a href={href('/calendar.ics')}>{m.allDatesAsFile}</a>
        {isPast ? <a href={href('/calendar')}>{m.datesAhead}</a> : <a href={href('/calendar?past=1')}>{m.pastDates}</a>}
      </p>
      {entries.length === 0 && <p>{m.noDates}</p>}
      {groupBy(entries, ({ date }) => monthOf(date, locale)).map(([month, dates]) => (
        <section key={month} className={css.month}>
          <h2>{month}</h2>
          <ul>
            {dates.map((entry) => (
              <Entry key={`${entry.key} ${entry.name} ${entry.date.iso}`} entry={entry} isPast={isPast} />
            ))}
          </ul>
        </section>
      ))}
    </section>
  );
}

function Entry({ entry, isPast }: { entry: CalendarEntry; isPast: boolean }) {
  const { key, path, href: target, name, lang, date, ends, isDeadline, of, place, summary, days } = entry;
  const m = useMessages();
  const href = useHref();
  const langOf = useTextLang();
  const address = path ? href(path) : target;
  const text = <span lang={langOf(name, lang)}>{name}</span>;
  return (
    <li id={path ? undefined : key}>
      <p className={css.date}>
        {ends && dayOf(ends.iso) > dayOf(date.iso) ? (
          m.dateRange({
            from: () => <DateText key="from" date={date} withTime />,
            to: () => <DateText key="to" date={ends} withTime />,
          })
        ) : (
          <DateText date={date} withTime />
        )}
        {days >= 0 && <small>{m.inDays({ days })}</small>}
      </p>
      <div>
        <h3>
          {isDeadline && `${m.lastDayToApply}: `}
          {address ? <a href={address}>{text}</a> : text}
        </h3>
        {[of !== name && of, place, summary].map(
          (words) =>
            words && (
              <p key={words} lang={langOf(words, lang)}>
                {words}
              </p>
            ),
        )}
        {!isPast && (
          <a href={href(`/calendar/${key}.ics`)} aria-label={`${m.addToCalendar}: ${name}`}>
            {m.addToCalendar}
          </a>
        )}
      </div>
    </li>
  );
}

const MONTH = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** A day with the name of its month: "२०८३ मंसिर ११". A CMS's own text may be any other, as "2083-08-11". */
const YEAR_MONTH_DAY = /^([०-९\d]{4} \p{L}[\p{L}\p{M}]*) [०-९\d]{1,2}$/u;

/** The month of a date in words of the edition. */
function monthOf({ iso, text, bs = '' }: DateValue, edition: Locale): string {
  if (edition !== 'ne') return MONTH.format(new Date(iso.slice(0, 10)));
  const [, month = text] = YEAR_MONTH_DAY.exec(bs) ?? YEAR_MONTH_DAY.exec(text) ?? [];
  return month;
}
