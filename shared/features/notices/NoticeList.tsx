import type { Answer } from '../../content-api.ts';
import type { NoticeSummary } from '../../kinds/notice.ts';
import { type ListData, listHead } from '../../list.ts';
import type { ScreenProps } from '../../page.ts';
import { isPast } from '../../time.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Documents } from '../../ui/Documents.tsx';
import { ListScreen } from '../../ui/ListScreen.tsx';
import { Rows } from '../../ui/Rows.tsx';

export const head = listHead;

const row = (notice: NoticeSummary) => ({
  id: notice.id,
  href: `/notice/${notice.id}`,
  name: notice.name,
  lang: notice.lang,
  summary: notice.summary ?? notice.description_text,
  reference: notice.reference_no,
  date: notice.published_at ?? notice.created_at,
  text: notice.published_at_text ?? notice.created_at_text,
  pinned: notice.is_pinned,
  expired: isPast(notice.expires_at),
  files: notice.files,
});
export const items = ({ notices }: Answer<'notice'>) => notices.map(row);

export function Screen({ data, page }: ScreenProps<ListData<ReturnType<typeof row>>>) {
  return (
    <ListScreen page={page} data={data} noun={['notice', 'notices']}>
      {(notices) => (
        <Rows
          items={notices}
          above={({ pinned, expired, date, text, reference }) => (
            <>
              {pinned && <Badge>Pinned</Badge>}
              {expired && <Badge quiet>Expired</Badge>}
              {text && <time dateTime={date}>{text}</time>}
              {reference && <span>{reference}</span>}
            </>
          )}
          below={({ files, name }) => <Documents files={files} of={name} />}
        />
      )}
    </ListScreen>
  );
}
