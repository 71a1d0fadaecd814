import type { Answer } from '../../content-api.ts';
import type { CareerSummary } from '../../kinds/career.ts';
import { type ListData, listHead } from '../../list-page.ts';
import type { ScreenProps } from '../../page.ts';
import { closingText, isPast } from '../../time.ts';
import { Badge } from '../../ui/Badge.tsx';
import { ItemList } from '../../ui/ItemList.tsx';
import { ListScreen } from '../../ui/ListScreen.tsx';
import { employmentText, openingsText } from './employment.ts';

export const head = listHead;

const careerRow = (career: CareerSummary) => ({
  id: career.id,
  href: `/career/${career.id}/show`,
  name: career.name,
  lang: career.lang,
  summary: career.summary ?? career.description_text,
  department: career.department?.name,
  location: career.location,
  type: career.employment_type,
  openings: career.openings,
  closing: closingText(career.deadline),
  isClosed: isPast(career.deadline),
});
export const selectItems = ({ careers }: Answer<'career'>) => careers.map(careerRow);

export function Screen({ data, page }: ScreenProps<ListData<ReturnType<typeof careerRow>>>) {
  return (
    <ListScreen page={page} data={data} noun={['vacancy', 'vacancies']}>
      {(careers) => (
        <ItemList
          items={careers}
          above={({ closing, isClosed, department, location, type, openings }) => (
            <>
              {closing && <Badge quiet={isClosed}>{closing}</Badge>}
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
