import type { Parameters } from '@foyer/model';

/*
 * Paths of an export's files. A file has no query string, so the parameters of lists are in their paths: `/notice?category=agm&page=2`
 * is `/notice/category/agm/page/2`.
 */

/** Parameters with any value, or whose values would multiply the files. The scripts of the exported site answer them. */
const WITHOUT_FILES = ['search', 'q', 'near', 'sort', 'kind', 'filter', 'from', 'to'];
/** Parameters that a file may have beside one filter. */
const PAGING = ['page', 'per_page'];

/** Whether the export has a file for a path with these parameters: at most one filter, and a page of it. */
export function hasFile(query: Parameters): boolean {
  const names = Object.keys(query).filter((name) => query[name] !== undefined && !PAGING.includes(name));
  return names.length <= 1 && !names.some((name) => WITHOUT_FILES.includes(name));
}

/** The path of a file with parameters: the filter, then the page. */
export function pathWithParameters(path: string, query: Parameters): string {
  const set = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [{ name, value }]));
  const order = ({ name }: { name: string }) => PAGING.indexOf(name);
  const segments = set.sort((a, b) => order(a) - order(b)).flatMap(({ name, value }) => [name, encodeSegment(value)]);
  return [path, ...segments].join('/');
}

/** A slash within a name would be a folder, even if it is encoded. */
const encodeSegment = (value: string): string => encodeURIComponent(value.replaceAll('~', '~~').replaceAll('/', '~-'));
/** A segment that is not well-formed stays as it is: no file has it. */
export function decodeSegment(text: string): string {
  try {
    return decodeURIComponent(text).replace(/~([~-])/g, (_, mark: string) => (mark === '~' ? '~' : '/'));
  } catch {
    return text;
  }
}
