import { type Answer, daysUntil, isPast } from '@foyer/model';
import { byMoment, type DateValue, dateOf, publicationDate } from '../../ui/DateText.tsx';
import { fileType } from '../../ui/Documents.tsx';
import { deadlines, noticeDates, stateChanges } from '../calendar/dates-card.ts';

/* What the home page shows of other lists. The loader selects it: the browser receives no more. */

export interface NewsEntry {
  /** Of its page, in the default edition. */
  path?: string;
  /** Of its document. */
  location?: string;
  name: string;
  lang?: string;
  date?: DateValue;
  /** A reference number, or the type of the document. */
  note?: string;
  /** Until the date. */
  days?: number;
  /** The date is the deadline of a vacancy. */
  isDeadline?: boolean;
  /** Of the document, in bytes. */
  size?: number;
}

const NEWEST_NOTICES = 3;
const NEXT_DATES = 3;

/**
 * The newest notices, pinned ones first; the next days that notices are about, the next deadlines of vacancies and the next days on which
 * issues open or close; the newest report that has a document.
 */
export function homeNews(
  { notices }: Pick<Answer<'notice'>, 'notices'> = { notices: [] },
  { careers }: Pick<Answer<'career'>, 'careers'> = { careers: [] },
  { reports }: Pick<Answer<'report'>, 'reports'> = { reports: [] },
  { datasets }: Pick<Answer<'dataset'>, 'datasets'> = { datasets: [] },
): { notices: NewsEntry[]; dates: NewsEntry[]; reports: NewsEntry[] } {
  const newest = notices
    .filter(({ expires_at }) => !isPast(expires_at))
    .slice(0, NEWEST_NOTICES)
    .map((notice) => ({
      path: `/notice/${notice.id}`,
      name: notice.name,
      lang: notice.lang,
      date: publicationDate(notice),
      note: notice.reference_no,
    }));
  const report = reports.find(({ files }) => files.length > 0);
  const open = deadlines(careers).filter(({ date }) => !isPast(date?.iso));
  const dates = [...noticeDates(notices), ...open, ...stateChanges(datasets)]
    .flatMap(({ path, name, lang, date, isDeadline }) => {
      const days = date ? daysUntil(date.iso) : -1;
      return !date || days < 0 ? [] : [{ path, name, lang, date, isDeadline, days }];
    })
    .sort(byMoment)
    .slice(0, NEXT_DATES);
  return { notices: newest, dates, reports: report ? [documentOf(report)] : [] };
}

/** A report by its first document. */
function documentOf(report: Answer<'report'>['reports'][number]): NewsEntry {
  const { name, lang, files } = report;
  const [file] = files;
  return {
    location: file?.location,
    name,
    lang,
    date: dateOf(report, 'period_end'),
    note: file && fileType(file),
    size: file?.size,
  };
}
