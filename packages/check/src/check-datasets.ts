import { type ContentFile, faultAt, type MarkdownFile, positionInBody, walkStrings } from '@foyer/folder';
import { datasetsIn } from '@foyer/gateway';
import { dateFormatFault } from '@foyer/model';
import type { Finding } from './findings.ts';

/* What names a table, or a column of one, that does not exist. */

const FOLDER = /^data\/([^/]+?)(?:\.\w\w)?\.md$/;

/** @param slugs of the tables that are shown */
export function checkDatasets(sources: readonly (ContentFile | MarkdownFile)[], slugs: ReadonlySet<string>): Finding[] {
  return sources.flatMap((source) => [...namesIn(source, slugs), ...(FOLDER.test(source.file) ? headOf(source) : [])]);
}

/** `{{dataset nav}}` in any text, and `dataset: nav` of a figure. */
function namesIn(source: ContentFile | MarkdownFile, slugs: ReadonlySet<string>): Finding[] {
  const findings: Finding[] = [];
  const unknown = (slug: string) => `there is no table ${slug}: expected one of the files in data/`;
  const isTable = FOLDER.test(source.file);
  const check = (text: string, position: (index: number) => Pick<Finding, 'line' | 'column'>) => {
    for (const slug of datasetsIn(text)) {
      const message = isTable ? 'the text of a table cannot name a table' : slugs.has(slug) ? undefined : unknown(slug);
      if (message !== undefined)
        findings.push({
          file: source.file,
          ...position(text.indexOf(slug)),
          rule: 'dataset',
          level: 'fault',
          message,
        });
    }
  };
  walkStrings(source.value, [], (text, path) => {
    check(text, () => source.positionOf(path));
    if (path.at(-1) === 'dataset' && !slugs.has(text))
      findings.push({ ...faultAt(source, path, unknown(text)), rule: 'dataset', level: 'fault' });
  });
  if ('body' in source) check(source.body, (index) => positionInBody(source, index));
  return findings;
}

/** The columns that a head names elsewhere must be among its columns. */
function headOf(source: ContentFile): Finding[] {
  const head = isObject(source.value) ? source.value : {};
  const columns = listOf(head.columns).filter(isObject);
  const keys = columns.map(({ key }) => String(key));
  // Without columns the file has them.
  if (keys.length === 0) return [];
  const findings: Finding[] = [];
  const add = (path: PropertyKey[], message: string) =>
    findings.push({ ...faultAt(source, path, message), rule: 'dataset', level: 'fault' });
  const expect = (name: unknown, path: PropertyKey[]) => {
    if (name !== undefined && !keys.includes(String(name)))
      add(path, `there is no column ${String(name)}: expected one of ${keys.join(', ')}`);
  };
  for (const name of ['filters', 'unique_by'])
    for (const [i, key] of listOf(head[name]).entries()) expect(key, [name, i]);
  const chart = isObject(head.chart) ? head.chart : {};
  expect(chart.x, ['chart', 'x']);
  for (const [index, key] of listOf(chart.y).entries()) expect(key, ['chart', 'y', index]);
  for (const [index, { from, until, formats }] of columns.entries()) {
    expect(from, ['columns', index, 'from']);
    expect(until, ['columns', index, 'until']);
    for (const [place, format] of listOf(formats).entries()) {
      const fault = dateFormatFault(String(format));
      if (fault !== undefined) add(['columns', index, 'formats', place], fault);
    }
  }
  return findings;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
