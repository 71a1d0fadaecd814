import { type Answer, daysUntil, isNew, isPast, type NoticeSummary, SOON_DAYS } from '@foyer/model';
import { listHead } from '../../list-head.ts';
import type { ListData } from '../../list-page.ts';
import type { ScreenProps } from '../../page.ts';
import { useMessages, useTextLang } from '../../shown-page.ts';
import { Badge } from '../../ui/Badge.tsx';
import { byMoment, DateText, type DateValue, dateOf, publicationDate } from '../../ui/DateText.tsx';
import { Documents } from '../../ui/Documents.tsx';
import { filterLinks } from '../../ui/FilterLinks.tsx';
import { ItemList } from '../../ui/ItemList.tsx';
import { ListScreen } from '../../ui/ListScreen.tsx';
import css from './NoticeList.module.css';

export const head = listHead;

const noticeRow = (notice: NoticeSummary) => ({
  id: notice.id,
  href: `/notice/${notice.id}`,
  name: notice.name,
  lang: notice.lang,
  summary: notice.summary ?? notice.description_text,
  reference: notice.reference_no,
  date: publicationDate(notice),
  isNew: isNew(notice.published_at ?? notice.created_at),
  isPinned: notice.is_pinned,
  isExpired: isPast(notice.expires_at),
  closing: soon(notice.expires_at, dateOf(notice, 'expires_at')),
  event: nextEvent(notice),
  files: notice.files,
});

/** A day of the next weeks, with the days until it. */
function soon(moment: string | undefined, date: DateValue | undefined) {
  const days = moment === undefined || isPast(moment) ? undefined : daysUntil(moment);
  return date && days !== undefined && days <= SOON_DAYS ? { days, date } : undefined;
}

/** The next of the days that a notice is about. */
function nextEvent({ dates }: NoticeSummary) {
  const ahead = dates.flatMap((event) => {
    const date = dateOf(event, 'date');
    return date && daysUntil(date.iso) >= 0 ? { name: event.name, days: daysUntil(date.iso), date } : [];
  });
  return ahead.sort(byMoment)[0];
}

export const selectItems = ({ notices }: Answer<'notice'>) => notices.map(noticeRow);

type Row = ReturnType<typeof noticeRow>;

export function Screen({ data, page }: ScreenProps<ListData<Row>>) {
  const m = useMessages();
  return (
    <ListScreen
      page={page}
      data={data}
      texts={{ count: m.noticeCount, range: m.noticeRange, none: m.noNotices, noMatch: m.noNoticeMatch }}
      aside={filterLinks}
    >
      {(notices) => (
        <ItemList
          items={notices}
          hasColumn
          above={({ isNew, isPinned, isExpired, date, reference }) => (
            <>
              {isNew && <Badge>{m.new}</Badge>}
              {isPinned && <Badge>{m.pinned}</Badge>}
              {isExpired && <Badge quiet>{m.expired}</Badge>}
              <DateText date={date} />
              {reference && <span>{reference}</span>}
            </>
          )}
          below={({ files, name, lang, ...item }) => (
            <>
              <Coming lang={lang} {...item} />
              <Documents files={files} defaultName={name} lang={lang} inline />
            </>
          )}
        />
      )}
    </ListScreen>
  );
}

/** What comes: the next day that the notice is about, and its end. */
function Coming({ event, closing, lang }: Pick<Row, 'event' | 'closing' | 'lang'>) {
  const m = useMessages();
  const langOf = useTextLang();
  const day = (date: DateValue) => () => <DateText key="date" date={date} withTime />;
  return (
    <>
      {event && (
        <p className={css.coming}>
          {m.eventInOn({
            days: event.days,
            date: day(event.date),
            name: () => (
              <span key="name" lang={langOf(event.name, lang)}>
                {event.name}
              </span>
            ),
          })}
        </p>
      )}
      {closing && <p className={css.coming}>{m.closesInOn({ days: closing.days, date: day(closing.date) })}</p>}
    </>
  );
}
