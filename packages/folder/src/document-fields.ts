/** The lists of files that a page shows as links, whatever the files are. */
const DOCUMENTS: ReadonlySet<string> = new Set([
  'notice.files',
  'career.files',
  'companyInfo.files',
  'downloads.files',
  'report.files',
  'services.documents',
]);

/** Whether a file is shown as a link, or is a font. Any other is shown as a picture. @param path the kind, and the names of the fields */
export const isDocument = ([kind = '', field = '']: readonly string[]): boolean =>
  kind === 'theme' || DOCUMENTS.has(`${kind}.${field}`);
