import type { Report } from '@foyer/model';
import { dateOf } from '../../ui/DateText.tsx';

/** What the list shows of a report. */
export const reportRow = (item: Report) => ({
  id: item.id,
  name: item.name,
  lang: item.lang,
  summary: item.summary,
  category: item.category,
  files: item.files,
  year: item.fiscal_year,
  quarter: item.quarter,
  date: dateOf(item, 'period_end'),
});
export type ReportRow = ReturnType<typeof reportRow>;
