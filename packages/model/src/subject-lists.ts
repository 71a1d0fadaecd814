/** Lists whose items may name a subject, by their names in an answer; the value is the call. Browsers need it without the schemas. */
export const SUBJECT_LISTS = {
  datasets: 'dataset',
  report: 'report',
  notice: 'notice',
  downloads: 'downloads',
  news: 'news',
} as const;
export type SubjectList = keyof typeof SUBJECT_LISTS;
