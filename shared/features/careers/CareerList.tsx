import { type Answer, type CareerSummary, closingOf } from '@foyer/model';
import { listHead } from '../../list-head.ts';
import type { ListData } from '../../list-page.ts';
import type { ScreenProps } from '../../page.ts';
import { useMessages } from '../../shown-page.ts';
import { Badge } from '../../ui/Badge.tsx';
import { DateText, dateOf } from '../../ui/DateText.tsx';
import { filterLinks } from '../../ui/FilterLinks.tsx';
import { FormLinks } from '../../ui/FormLinks.tsx';
import { Group } from '../../ui/Group.tsx';
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
  deadline: dateOf(career, 'deadline'),
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
        {(careers) => <Vacancies careers={careers} />}
      </ListScreen>
      <FormLinks place="career" />
    </>
  );
}

/** Those that can still be applied for, by their deadlines, and the closed ones below them. */
function Vacancies({ careers }: { careers: ReturnType<typeof careerRow>[] }) {
  const m = useMessages();
  const daysOf = ({ closing }: ReturnType<typeof careerRow>) => closing.daysLeft ?? Number.MAX_SAFE_INTEGER;
  const open = careers.filter(({ closing }) => !closing.isClosed).sort((a, b) => daysOf(a) - daysOf(b));
  const closed = careers.filter(({ closing }) => closing.isClosed);
  const above = (career: ReturnType<typeof careerRow>) => <Facts {...career} />;
  return (
    <>
      <ItemList items={open} above={above} />
      {closed.length > 0 && (
        <Group name={m.closed}>
          <ItemList items={closed} above={above} heading="h3" />
        </Group>
      )}
    </>
  );
}

function Facts({ closing, deadline, department, location, type, openings, lang }: ReturnType<typeof careerRow>) {
  const m = useMessages();
  const closes = closingText(m, closing);
  const openingsText = openings === undefined ? undefined : m.openingCount({ count: openings });
  return (
    <>
      {!closing.isClosed && closes && <Badge>{closes}</Badge>}
      {!closing.isClosed && deadline && (
        <span>{m.applyBy({ date: () => <DateText key="date" date={deadline} withTime /> })}</span>
      )}
      {department && <span>{department}</span>}
      {location && <span lang={lang}>{location}</span>}
      {[employmentText(m, type), openingsText].map((text) => text && <span key={text}>{text}</span>)}
    </>
  );
}
