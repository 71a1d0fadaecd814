import { type Answer, type DatasetSummary, groupBy } from '@foyer/model';
import { listHead } from '../../list-head.ts';
import type { ListData } from '../../list-page.ts';
import type { ScreenProps } from '../../page.ts';
import { useMessages } from '../../shown-page.ts';
import { dateOf } from '../../ui/DateText.tsx';
import { filterLinks } from '../../ui/FilterLinks.tsx';
import { ListScreen } from '../../ui/ListScreen.tsx';
import { DatasetCards } from './DatasetCards.tsx';
import css from './DatasetList.module.css';

export const head = listHead;

const datasetRow = ({ id, slug = id, name, lang, summary, subject, category, latest, ...dataset }: DatasetSummary) => ({
  id,
  href: `/data/${slug}`,
  name,
  lang,
  summary,
  group: subject?.name ?? category?.name,
  latest,
  date: dateOf(dataset, 'as_of'),
});
export const selectItems = ({ datasets }: Answer<'dataset'>) => datasets.map(datasetRow);

export function Screen({ data, page }: ScreenProps<ListData<ReturnType<typeof datasetRow>>>) {
  const m = useMessages();
  return (
    <ListScreen
      page={page}
      data={data}
      texts={{ count: m.datasetCount, range: m.datasetRange, none: m.noDatasets, noMatch: m.noDatasetMatch }}
      aside={filterLinks}
    >
      {(datasets) => {
        const groups = groupBy(datasets, ({ group = m.other }) => group);
        return groups.map(([name, items]) => (
          <section key={name} className={css.group}>
            {groups.length > 1 && <h2>{name}</h2>}
            <DatasetCards datasets={items} heading={groups.length > 1 ? 'h3' : 'h2'} />
          </section>
        ));
      }}
    </ListScreen>
  );
}
