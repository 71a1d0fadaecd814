import { type Answer, type CareerSummary, closingOf } from '@foyer/model';
import { listHead } from '../../list-head.ts';
import type { ListData } from '../../list-page.ts';
import type { ScreenProps } from '../../page.ts';
import { useMessages } from '../../shown-page.ts';
import { Badge } from '../../ui/Badge.tsx';
import { filterLinks } from '../../ui/FilterLinks.tsx';
import { FormLinks } from '../../ui/FormLinks.tsx';
import { ItemList } from '../../ui/ItemList.tsx';
import { ListScreen } from '../../ui/ListScreen.tsx';
import { closingText, employmentText } from './employment.ts';

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
  closing: closingOf(career.deadline),
});
export const selectItems = ({ careers }: Answer<'career'>) => careers.map(careerRow);

export function Screen({ data, page }: ScreenProps<ListData<ReturnType<typeof careerRow>>>) {
  const m = useMessages();
  return (
    <>
      <ListScreen
        page={page}
        data={data}
        texts={{ count: m.vacancyCount, range: m.vacancyRange, none: m.noVacancies, noMatch: m.noVacancyMatch }}
        aside={filterLinks}
      >
        {(careers) => <ItemList items={careers} above={(career) => <Facts {...career} />} />}
      </ListScreen>
      <FormLinks place="career" />
    </>
  );
}

function Facts({ closing, department, location, type, openings, lang }: ReturnType<typeof careerRow>) {
  const m = useMessages();
  const closes = closingText(m, closing);
  const openingsText = openings === undefined ? undefined : m.openingCount({ count: openings });
  return (
    <>
      {closes && <Badge quiet={closing.isClosed}>{closes}</Badge>}
      {department && <span>{department}</span>}
      {location && <span lang={lang}>{location}</span>}
      {[employmentText(m, type), openingsText].map((text) => text && <span key={text}>{text}</span>)}
    </>
  );
}
