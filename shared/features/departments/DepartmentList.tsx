import type { Answer, DepartmentSummary } from '@foyer/model';
import { listHead } from '../../list-head.ts';
import type { ListData } from '../../list-page.ts';
import type { ScreenProps } from '../../page.ts';
import { useMessages } from '../../shown-page.ts';
import { MailLink, PhoneLink } from '../../ui/contact-links.tsx';
import { ItemList } from '../../ui/ItemList.tsx';
import { ListScreen } from '../../ui/ListScreen.tsx';

export const head = listHead;

const departmentRow = ({ id, name, lang, summary, description_text, head, phone, email }: DepartmentSummary) => ({
  id,
  href: `/department/${id}`,
  name,
  lang,
  summary: summary ?? description_text,
  head,
  phone,
  email,
});
export const selectItems = ({ departments }: Answer<'department'>) => departments.map(departmentRow);

export function Screen({ data, page }: ScreenProps<ListData<ReturnType<typeof departmentRow>>>) {
  const m = useMessages();
  return (
    <ListScreen
      page={page}
      data={data}
      texts={{
        count: m.departmentCount,
        range: m.departmentRange,
        none: m.noDepartments,
        noMatch: m.noDepartmentMatch,
      }}
    >
      {(departments) => (
        <ItemList
          items={departments}
          below={({ head, phone, email }) => (
            <>
              {head && <p>{[head.name, head.designation].filter(Boolean).join(', ')}</p>}
              {(phone ?? email) && (
                <p>
                  {phone && <PhoneLink number={phone} />}
                  {phone && email && ' · '}
                  {email && <MailLink address={email} />}
                </p>
              )}
            </>
          )}
        />
      )}
    </ListScreen>
  );
}
