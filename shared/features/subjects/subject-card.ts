import type { Answer } from '@foyer/model';
import { type DateValue, dateOf, publicationDate } from '../../ui/DateText.tsx';

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
    date: dateOf(main, 'as_of'),
    chart: main.chart_html,
  },
  datasets: datasets.map(({ id, slug = id, name, lang, summary, latest, ...dataset }) => ({
    id,
    href: `/data/${slug}`,
    name,
    lang,
    summary,
    latest,
    date: dateOf(dataset, 'as_of'),
  })),
  report: report.map((item) => documentsOf(item, dateOf(item, 'period_end'))),
  notice: notice.map((item) => linkTo(`/notice/${item.id}`, item)),
  downloads: downloads.map((item) => documentsOf(item, dateOf(item, 'effective_date'))),
  news: news.map((item) => linkTo(`/news/${item.id}`, item)),
});
export type SubjectParts = ReturnType<typeof selectSubject>;

function documentsOf<Item extends { id: string; name: string; lang?: string; files: unknown }>(
  { id, name, lang, files }: Item,
  date: DateValue | undefined,
): Pick<Item, 'id' | 'name' | 'lang' | 'files'> & { date?: DateValue } {
  return { id, name, lang, files, date };
}

type Dated = Parameters<typeof publicationDate>[0];
const linkTo = (href: string, item: Dated & { id: string; name: string; lang?: string }) => {
  const { id, name, lang } = item;
  return { id, href, name, lang, date: publicationDate(item) };
};

/** The view of a page with what names its subject. */
export interface SubjectView {
  selectSubject(answer: Answer<'subject/{slug}'>): SubjectParts;
}
