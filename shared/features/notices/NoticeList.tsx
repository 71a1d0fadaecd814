import type { Answer } from '../../content-api.ts';
import type { NoticeSummary } from '../../kinds/notice.ts';
import { type ListData, listHead } from '../../list-page.ts';
import type { ScreenProps } from '../../page.ts';
import { isPast } from '../../time.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Documents } from '../../ui/Documents.tsx';
import { ItemList } from '../../ui/ItemList.tsx';
import { ListScreen } from '../../ui/ListScreen.tsx';

export const head = listHead;

const noticeRow = (notice: NoticeSummary) => ({
  id: notice.id,
  href: `/notice/${notice.id}`,
  name: notice.name,
  lang: notice.lang,
  summary: notice.summary ?? notice.description_text,
  reference: notice.reference_no,
  date: notice.published_at ?? notice.created_at,
  dateText: notice.published_at_text ?? notice.created_at_text,
  isPinned: notice.is_pinned,
  isExpired: isPast(notice.expires_at),
  files: notice.files,
});
export const selectItems = ({ notices }: Answer<'notice'>) => notices.map(noticeRow);

export function Screen({ data, page }: ScreenProps<ListData<ReturnType<typeof noticeRow>>>) {
  return (
    <ListScreen page={page} data={data} noun={['notice', 'notices']}>
      {(notices) => (
        <ItemList
          items={notices}
          above={({ isPinned, isExpired, date, dateText, reference }) => (
            <>
              {isPinned && <Badge>Pinned</Badge>}
              {isExpired && <Badge quiet>Expired</Badge>}
              {dateText && <time dateTime={date}>{dateText}</time>}
              {reference && <span>{reference}</span>}
            </>
          )}
          below={({ files, name }) => <Documents files={files} defaultName={name} />}
        />
      )}
    </ListScreen>
  );
}
