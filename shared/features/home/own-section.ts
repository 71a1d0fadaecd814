import type { ShownSection } from '@foyer/model';
import { dateOf } from '../../ui/DateText.tsx';

/** What such a section shows; undefined for any other. */
const ownSection = ({ section, name, summary, description, href, action, files, table }: ShownSection) => ({
  section,
  name,
  summary,
  description,
  href,
  action,
  file: files[0],
  table: table && {
    path: `/data/${table.slug ?? table.id}`,
    name: table.name,
    lang: table.lang,
    columns: table.columns,
    rows: table.rows,
    latest: table.latest,
    date: dateOf(table, 'as_of'),
    chart: table.chart_html,
  },
});
export type OwnSection = ReturnType<typeof ownSection>;

const OWN: ReadonlySet<ShownSection['section']> = new Set(['text', 'hero', 'dataset']);
export const isOwn = ({ section }: Pick<ShownSection, 'section'>): boolean => OWN.has(section);

/** What sections show by themselves, in their order. */
export const ownSections = (sections: readonly ShownSection[]): OwnSection[] => sections.filter(isOwn).map(ownSection);
