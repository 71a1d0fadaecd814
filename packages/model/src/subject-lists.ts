/** Lists whose items may name a subject, by the names of their kinds; the value is the call. Browsers need it without the schemas. */
export const SUBJECT_LISTS = {
  data: 'dataset',
  report: 'report',
  notice: 'notice',
  downloads: 'downloads',
  news: 'news',
} as const;
export type SubjectList = keyof typeof SUBJECT_LISTS;
