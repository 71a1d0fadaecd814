import type { Answer } from '../../content-api.ts';
import type { DepartmentSummary } from '../../kinds/department.ts';
import { type ListData, listHead } from '../../list.ts';
import type { ScreenProps } from '../../page.ts';
import { ListScreen } from '../../ui/ListScreen.tsx';
import { Mail, Phone } from '../../ui/Reach.tsx';
import { Rows } from '../../ui/Rows.tsx';

export const head = listHead;

const row = ({ id, name, lang, summary, description_text, head, phone, email }: DepartmentSummary) => ({
  id,
  href: `/department/${id}`,
  name,
  lang,
  summary: summary ?? description_text,
  head,
  phone,
  email,
});
export const items = ({ departments }: Answer<'department'>) => departments.map(row);

export function Screen({ data, page }: ScreenProps<ListData<ReturnType<typeof row>>>) {
  return (
    <ListScreen page={page} data={data} noun={['department', 'departments']}>
      {(departments) => (
        <Rows
          items={departments}
          above={({ head, phone, email }) => (
            <>
              {head && <span>{[head.name, head.designation].filter(Boolean).join(', ')}</span>}
              {phone && <Phone number={phone} />}
              {email && <Mail address={email} />}
            </>
          )}
        />
      )}
    </ListScreen>
  );
}
