import { type Answer, type Download, groupBy, type Parameters } from '@foyer/model';
import { listHead } from '../../list-head.ts';
import { type ListData, listAddress } from '../../list-page.ts';
import type { ScreenProps } from '../../page.ts';
import { useMessages } from '../../shown-page.ts';
import { dateOf } from '../../ui/DateText.tsx';
import { filterLinks } from '../../ui/FilterLinks.tsx';
import { ListScreen, type ShownPart } from '../../ui/ListScreen.tsx';
import css from './DocumentTable.module.css';
import { DocumentTable } from './DocumentTable.tsx';

export const head = listHead;

const downloadRow = (item: Download) => ({
  id: item.id,
  name: item.name,
  lang: item.lang,
  summary: item.summary,
  category: item.category?.name,
  files: item.files,
  date: dateOf(item, 'effective_date'),
});
export const selectItems = ({ downloads }: Answer<'downloads'>) => downloads.map(downloadRow);

type Row = ReturnType<typeof downloadRow>;

export function Screen({ data, page }: ScreenProps<ListData<Row>>) {
  const m = useMessages();
  return (
    <ListScreen
      page={page}
      data={data}
      texts={{ count: m.downloadCount, range: m.downloadRange, none: m.noDownloads, noMatch: m.noDownloadMatch }}
      aside={filterLinks}
    >
      {(downloads, part) => <Downloads downloads={downloads} {...part} />}
    </ListScreen>
  );
}

function Downloads({ downloads, path, query }: ShownPart & { downloads: Row[] }) {
  const m = useMessages();
  const groups =
    query.sort === undefined || query.sort.endsWith('category')
      ? groupBy(downloads, ({ category = m.other }) => category).map(([name, rows]) => ({ key: name, name, rows }))
      : downloads.map((row) => ({ key: row.id, name: row.category ?? m.other, rows: [row] }));
  return (
    <DocumentTable
      isDated
      headings={[
        <SortHeading key="category" name="category" label={m.category} {...{ path, query }} />,
        <SortHeading key="name" name="name" label={m.documentName} {...{ path, query }} />,
        <SortHeading key="date" name="date" label={m.inEffectFrom} {...{ path, query }} />,
      ]}
      groups={groups}
    />
  );
}

interface SortHeadingProps {
  /** Of the order. */
  name: string;
  label: string;
  path: string;
  query: Parameters;
}

/** The heading of a column, whose link sorts by it or reverses that order. */
function SortHeading({ name, label, path, query: { page: _, sort, ...query } }: SortHeadingProps) {
  const m = useMessages();
  const order = sort === name ? 'ascending' : sort === `-${name}` ? 'descending' : undefined;
  return (
    <th scope="col" aria-sort={order} className={css.sortable}>
      <a
        href={listAddress(path, { ...query, sort: order === 'ascending' ? `-${name}` : name })}
        title={m.sortBy({ field: label })}
      >
        {label}
      </a>
    </th>
  );
}
