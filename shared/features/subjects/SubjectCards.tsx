import { isScreenOff, SUBJECT_LISTS, type SubjectList } from '@foyer/model';
import type { ReactNode } from 'react';
import { listAddress } from '../../list-page.ts';
import { useHref, useMessages, useRoot } from '../../shown-page.ts';
import { DateText } from '../../ui/DateText.tsx';
import { Documents } from '../../ui/Documents.tsx';
import { ItemList } from '../../ui/ItemList.tsx';
import { RichText } from '../../ui/RichText.tsx';
import { DatasetCards } from '../data/DatasetCards.tsx';
import css from './SubjectCards.module.css';
import type { SubjectParts } from './subject-card.ts';

/** The labels of the lists, in their order on the page. */
function useListNames(): Record<SubjectList, string> {
  const m = useMessages();
  return { datasets: m.data, report: m.reports, notice: m.notices, downloads: m.documents, news: m.news };
}

const LISTS = Object.keys(SUBJECT_LISTS) as SubjectList[];

/** The newest value about a subject with its course, and links to the lists further below. */
export function SubjectSummary({ main, totals }: Pick<SubjectParts, 'main' | 'totals'>) {
  const m = useMessages();
  const href = useHref();
  const names = useListNames();
  const { site } = useRoot();
  const shown = LISTS.filter((list) => totals[list] && !isScreenOff(PATHS[list], site));
  return (
    <>
      {main?.latest && (
        <section>
          <p className={css.latest}>
            <a href={href(main.href)} lang={main.lang}>
              {main.latest.label}
            </a>
            <strong>{main.latest.text}</strong>
            <span>{main.date ? <DateText date={main.date} /> : main.latest.at}</span>
          </p>
          {main.chart && <RichText html={main.chart} />}
        </section>
      )}
      {shown.length > 1 && (
        <nav aria-label={m.onThisPage} className={css.contents}>
          <ul>
            {shown.map((list) => (
              <li key={list}>
                <a href={`#${list}`}>{names[list]}</a>
              </li>
            ))}
          </ul>
        </nav>
      )}
    </>
  );
}

interface SubjectCardsProps {
  slug: string;
  name: string;
  lists: Omit<SubjectParts, 'main'>;
}

/** All that names a subject: its tables, reports, notices, documents and news. */
export function SubjectCards({ slug, name, lists }: SubjectCardsProps) {
  const m = useMessages();
  const href = useHref();
  const names = useListNames();
  const { site } = useRoot();
  const { datasets, report, notice, downloads, news, totals } = lists;
  const contents: Record<SubjectList, ReactNode> = {
    datasets: datasets.length > 0 && <DatasetCards datasets={datasets} heading="h3" />,
    report: report.length > 0 && <DocumentRows items={report} />,
    notice: notice.length > 0 && <DatedList items={notice} />,
    downloads: downloads.length > 0 && <DocumentRows items={downloads} />,
    news: news.length > 0 && <DatedList items={news} />,
  };
  return LISTS.filter((list) => contents[list] && !isScreenOff(PATHS[list], site)).map((list) => (
    <section key={list} id={list}>
      <h2>{names[list]}</h2>
      {contents[list]}
      {(totals[list] ?? 0) > lists[list].length && (
        <p>
          <a href={listAddress(href(PATHS[list]), { subject: slug })}>{m.allOf({ label: names[list], name })}</a>
        </p>
      )}
    </section>
  ));
}

const PATHS: Record<SubjectList, string> = {
  datasets: '/data',
  report: '/report',
  notice: '/notice',
  downloads: '/downloads',
  news: '/news',
};

const DatedList = ({ items }: { items: SubjectParts['notice'] }) => (
  <ItemList items={items} heading="h3" hasColumn above={({ date }) => <DateText date={date} />} />
);

const DocumentRows = ({ items }: { items: SubjectParts['report'] }) => (
  <ItemList
    items={items}
    heading="h3"
    hasColumn
    above={({ date }) => date && <DateText date={date} />}
    below={({ files, name, lang }) => <Documents files={files} defaultName={name} lang={lang} inline />}
  />
);
