import type { Answer } from '../../content-api.ts';
import type { CareerSummary } from '../../kinds/career.ts';
import { type ListData, listHead } from '../../list.ts';
import type { ScreenProps } from '../../page.ts';
import { closing, isPast } from '../../time.ts';
import { Badge } from '../../ui/Badge.tsx';
import { ListScreen } from '../../ui/ListScreen.tsx';
import { Rows } from '../../ui/Rows.tsx';
import { employmentText, openingsText } from './employment.ts';

export const head = listHead;

const row = (career: CareerSummary) => ({
  id: career.id,
  href: `/career/${career.id}/show`,
  name: career.name,
  lang: career.lang,
  summary: career.summary ?? career.description_text,
  department: career.department?.name,
  location: career.location,
  type: career.employment_type,
  openings: career.openings,
  closing: closing(career.deadline),
  closed: isPast(career.deadline),
});
export const items = ({ careers }: Answer<'career'>) => careers.map(row);

export function Screen({ data, page }: ScreenProps<ListData<ReturnType<typeof row>>>) {
  return (
    <ListScreen page={page} data={data} noun={['vacancy', 'vacancies']}>
      {(careers) => (
        <Rows
          items={careers}
          above={({ closing, closed, department, location, type, openings }) => (
            <>
              {closing && <Badge quiet={closed}>{closing}</Badge>}
              {[department, location, employmentText(type), openingsText(openings)].map(
                (text) => text && <span key={text}>{text}</span>,
              )}
            </>
          )}
        />
      )}
    </ListScreen>
  );
}
