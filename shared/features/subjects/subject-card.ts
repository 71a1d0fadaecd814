import type { Answer } from '@foyer/model';
import { dateOf } from '../../ui/DateText.tsx';

/** What a page shows of all that names a subject. */
export const selectSubject = ({
  main,
  datasets,
  report,
  notice,
  downloads,
  news,
  totals,
}: Answer<'subject/{slug}'>) => ({
  totals,
  main: main && {
    href: `/data/${main.slug ?? main.id}`,
    name: main.name,
    lang: main.lang,
    latest: main.latest,
    date: dateOf({ ...main, lang: undefined }, 'as_of'),
    chart: main.chart_html,
  },
  datasets: datasets.map(({ id, slug = id, name, lang, summary, latest, ...dataset }) => ({
    id,
    href: `/data/${slug}`,
    name,
    lang,
    summary,
    latest,
    date: dateOf({ ...dataset, lang: undefined }, 'as_of'),
  })),
  report: report.map(({ id, name, lang, files, ...item }) => ({
    id,
    name,
    lang,
    files,
    date: dateOf({ ...item, lang }, 'period_end'),
  })),
  notice: notice.map(({ id, name, lang, ...item }) => ({
    id,
    href: `/notice/${id}`,
    name,
    lang,
    date: dateOf({ ...item, lang }, 'published_at') ?? dateOf({ ...item, lang }, 'created_at'),
  })),
  downloads: downloads.map(({ id, name, lang, files, ...download }) => ({
    id,
    name,
    lang,
    files,
    date: dateOf({ ...download, lang }, 'effective_date'),
  })),
  news: news.map(({ id, name, lang, ...item }) => ({
    id,
    href: `/news/${id}`,
    name,
    lang,
    date: dateOf({ ...item, lang }, 'published_at') ?? dateOf({ ...item, lang }, 'created_at'),
  })),
});
export type SubjectParts = ReturnType<typeof selectSubject>;

/** The view of a page with what names its subject. */
export interface SubjectView {
  selectSubject(answer: Answer<'subject/{slug}'>): SubjectParts;
}
