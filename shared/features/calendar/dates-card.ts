import { type Answer, derived } from '@foyer/model';
import { type DateValue, dateOf } from '../../ui/DateText.tsx';
import { isDay } from './event-card.ts';

/* The days that content is about. What is derived does not depend on the time: it has past ones too. */

export interface DatedEntry {
  /** Names its file: `/calendar/notice-14.ics`. */
  key: string;
  /** Of its page, in the default edition. */
  path?: string;
  /** Of an event: where it leads. */
  href?: string;
  name: string;
  lang?: string;
  date: DateValue | undefined;
  /** The last day, or the time at which it ends: after `date`. */
  ends?: DateValue;
  /** The date is the deadline of a vacancy. */
  isDeadline?: boolean;
  /** The notice that it is about. */
  of?: string;
  place?: string;
  summary?: string;
  /** When it was written or last changed, in ISO 8601. */
  changed?: string;
}

type Changing = { updated_at?: string; published_at?: string; created_at?: string };
const changeOf = ({ updated_at, published_at, created_at }: Changing) => updated_at ?? published_at ?? created_at;

/** The days that notices are about. */
export const noticeDates = derived(
  (notices: Pick<Answer<'notice'>['notices'][number], 'id' | 'name' | 'lang' | 'dates' | keyof Changing>[]) =>
    notices.flatMap(({ id, name, lang, dates, ...notice }): DatedEntry[] =>
      dates.map((day) => ({
        key: `notice-${id}`,
        path: `/notice/${id}`,
        name: day.name,
        lang,
        date: dateOf(day, 'date'),
        of: name,
        changed: changeOf(notice),
      })),
    ),
);

/** The deadlines of vacancies. */
export const deadlines = derived((careers: Answer<'career'>['careers']) =>
  careers.map(
    (career): DatedEntry => ({
      key: `career-${career.id}`,
      path: `/career/${career.id}/show`,
      name: career.name,
      lang: career.lang,
      date: dateOf(career, 'deadline'),
      isDeadline: true,
      changed: changeOf(career),
    }),
  ),
);

/** The days on which states of rows change. */
export const stateChanges = derived((datasets: Answer<'dataset'>['datasets']) =>
  datasets.flatMap(({ id, slug = id, lang, next_dates, ...dataset }) =>
    next_dates.map(
      ({ name, label, ...day }): DatedEntry => ({
        key: `data-${slug}`,
        path: `/data/${slug}`,
        name: `${label}: ${name}`,
        lang,
        date: dateOf(day, 'date'),
        changed: changeOf(dataset),
      }),
    ),
  ),
);

/** As 2026-08-09. */
export const dayOf = (iso: string): string => iso.slice(0, 10);
/** Whether an end is one. An event whose end is a mistake would have passed before it begins. */
const isAfter = (ends?: string, begins?: string): boolean =>
  ends !== undefined &&
  begins !== undefined &&
  (isDay(ends) ? dayOf(ends) >= dayOf(begins) : Date.parse(ends) > Date.parse(begins));

export const eventDates = derived((events: Answer<'events'>['events']) =>
  events.map(
    ({ id, name, lang, summary, place, href, ...event }): DatedEntry => ({
      key: `event-${id}`,
      href,
      name,
      lang,
      date: dateOf(event, 'date'),
      ends: isAfter(event.ends, event.date) ? dateOf(event, 'ends') : undefined,
      place,
      summary,
      changed: changeOf(event),
    }),
  ),
);

/** The answers that have dates. An API need not have each of them. */
export interface DatedAnswers {
  events?: Answer<'events'>;
  notices?: Pick<Answer<'notice'>, 'notices'>;
  careers?: Pick<Answer<'career'>, 'careers'>;
  datasets?: Pick<Answer<'dataset'>, 'datasets'>;
}

export const allDates = ({ events, notices, careers, datasets }: DatedAnswers): DatedEntry[] => [
  ...eventDates(events?.events ?? []),
  ...noticeDates(notices?.notices ?? []),
  ...deadlines(careers?.careers ?? []),
  ...stateChanges(datasets?.datasets ?? []),
];
