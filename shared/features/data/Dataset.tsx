import type { Dataset, Parameters } from '@foyer/model';
import { LIST_STATUS_ID } from '../../document/element-ids.ts';
import { organisation } from '../../json-ld.ts';
import { listAddress } from '../../list-page.ts';
import { type Head, type HeadContext, queryOf, type ScreenProps } from '../../page.ts';
import { useHref, useLocation, useMessages } from '../../shown-page.ts';
import { DateText, dateOf } from '../../ui/DateText.tsx';
import { LanguageNotice } from '../../ui/LanguageMark.tsx';
import { countText } from '../../ui/ListScreen.tsx';
import { Pagination } from '../../ui/Pagination.tsx';
import { RichText } from '../../ui/RichText.tsx';
import css from './Dataset.module.css';
import { DatasetForm } from './DatasetForm.tsx';
import { TableCard } from './TableCard.tsx';

interface DatasetData {
  dataset: Omit<Dataset, 'points' | 'newest'>;
}

const pathOf = ({ id, slug = id }: DatasetData['dataset']) => `/data/${slug}`;
/** The file with the rows that an address shows, or with all of them. */
const fileOf = (path: string, { page: _, ...query }: Parameters = {}) => listAddress(`${path}/table.csv`, query);

export function head({ dataset }: DatasetData, { query, site, origin, canonicalUrl, messages: m }: HeadContext): Head {
  const { name, summary, description_text, as_of, periods, columns } = dataset;
  const path = pathOf(dataset);
  const { sort: _, page = '1', ...chosen } = query;
  const shown = page === '1' ? chosen : { ...chosen, page };
  return {
    title: page === '1' ? name : `${name}, ${m.pageOfList({ page })}`,
    description: summary ?? description_text,
    canonical: listAddress(path, shown),
    // Anyone can invent words and days.
    index: Object.values(chosen).every((value) => value === undefined),
    modified: as_of,
    jsonLd: [
      {
        '@type': 'Dataset',
        name,
        description: summary ?? description_text ?? m.labelOf({ label: name, site: site.name }),
        url: canonicalUrl(path),
        creator: organisation(site, origin),
        isAccessibleForFree: true,
        dateModified: as_of,
        temporalCoverage: periods.length > 0 ? `${periods.at(-1)?.from}/${periods[0]?.to}` : undefined,
        variableMeasured: columns.map(({ key, label = key }) => label),
        distribution: {
          '@type': 'DataDownload',
          encodingFormat: 'text/csv',
          contentUrl: canonicalUrl(fileOf(path)),
        },
      },
    ],
  };
}

export function Screen({ data: { dataset }, page }: ScreenProps<DatasetData>) {
  const m = useMessages();
  const href = useHref();
  const query = queryOf(page, new URLSearchParams(useLocation().search));
  const { page: _, ...ordered } = query;
  const { sort: __, ...chosen } = ordered;
  const isChosen = Object.values(chosen).some(Boolean);
  const path = href(pathOf(dataset));
  const { name, lang, summary, description, frequency, subject, latest, chart_html, pagination } = dataset;
  const date = dateOf(dataset, 'as_of');
  const texts = { count: m.rowCount, range: m.rowRange };
  return (
    <article>
      <header className={css.head}>
        <div>
          <h1 lang={lang}>{name}</h1>
          {summary && (
            <p className={css.summary} lang={lang}>
              {summary}
            </p>
          )}
          <LanguageNotice lang={lang} />
          {latest && (
            <p className={css.latest}>
              <span lang={lang}>{latest.label}</span> <strong>{latest.text}</strong>{' '}
              <span>{m.asOf({ date: () => (date ? <DateText key="date" date={date} /> : latest.at) })}</span>
            </p>
          )}
          <p className={css.meta}>
            {frequency && <span>{m.updated({ frequency: m[frequency] })}</span>}
            {!latest && date && <span>{m.asOf({ date: () => <DateText key="date" date={date} /> })}</span>}
            {subject && <a href={listAddress(href('/data'), { subject: subject.slug })}>{subject.name}</a>}
          </p>
        </div>
        {chart_html && <RichText html={chart_html} />}
      </header>
      <DatasetForm dataset={dataset} path={path} query={ordered} isChosen={isChosen} />
      {pagination.total > 0 ? (
        <>
          <p id={LIST_STATUS_ID} className={css.count}>
            {countText(pagination, texts)}
          </p>
          <TableCard dataset={dataset} path={path} query={query} />
        </>
      ) : (
        <p id={LIST_STATUS_ID}>
          {m.noRowMatch({
            link: (text) => (
              <a key="link" href={path}>
                {text}
              </a>
            ),
          })}
        </p>
      )}
      <Pagination pagination={pagination} href={(page) => listAddress(path, { ...ordered, page: String(page) })} />
      <p className={css.files}>
        {isChosen && pagination.total > 0 && (
          <a href={fileOf(path, ordered)} download>
            {m.downloadShown}
          </a>
        )}
        <a href={fileOf(path)} download>
          {m.downloadAll}
        </a>
      </p>
      {description && (
        <div className={css.text}>
          <RichText html={description} lang={lang} />
        </div>
      )}
    </article>
  );
}
