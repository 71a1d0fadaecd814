import { CONFLICTS } from './conflicts.ts';
import type { ImportResult } from './import-folder.ts';
import { megabytes } from './media.ts';
import type { FileChange } from './sync-folder.ts';

/** Lines about one thing; one more says how many there are. */
const MAX_LINES = 200;

/** What an import has done, or would do, in lines. */
export function summaryOf(
  { counts, changes, prunes, media, report }: ImportResult,
  { dir, isDryRun, prune, check }: SummaryOptions,
) {
  const named = (action: FileChange['action']) => changes.filter((change) => change.action === action);
  const written = named('write');
  const isAny = (changed: readonly FileChange[]) => changed.length > 0;
  const deleted = isDryRun ? 'would be deleted' : 'deleted';
  const gone = prunes ? deleted : prune ? 'they stay, as not everything could be read' : '--prune deletes them';
  const sections: [title: string, files: string[]][] = [
    [isDryRun ? 'Would be written' : '', isDryRun ? written.map(fileOf) : []],
    ['Changed by an editor, and not on the CMS: they stay', named('edited').map(fileOf)],
    [
      `Conflicts, changed by an editor and on the CMS: the editor's stay, the CMS's are in ${dir}/${CONFLICTS} (deleting a copy there resolves its conflict)`,
      named('conflict').map(fileOf),
    ],
    [`Not on the CMS any more: ${gone}`, named('gone').map(fileOf)],
    ['Not on the CMS any more, but changed by an editor: they stay', named('gone-edited').map(fileOf)],
    ['Does not fit', report.lines()],
  ];
  const kinds = [...counts].map(([kind, count]) => `${count} ${kind}`).join(', ');
  const added = written.filter(({ isNew }) => isNew).length;
  const verb = isDryRun ? 'to be written' : 'written';
  return [
    ...sections.flatMap(([title, lines]) => (lines.length > 0 ? ['', `${title}:`, ...bounded(lines)] : [])),
    '',
    `Items: ${kinds}`,
    `Files: ${added} new and ${written.length - added} changed ${verb}, ${named('same').length} as they were`,
    `Pictures and documents: ${media.fetched} fetched (${megabytes(media.bytes)}), ${media.unchanged} as they were`,
    ...(isDryRun || !isAny(written) ? [] : [`Next: ${check}`]),
  ];
}

interface SummaryOptions {
  dir: string;
  isDryRun: boolean;
  prune: boolean;
  /** The command that checks the folder. */
  check: string;
}

const fileOf = ({ file }: FileChange) => file;

function bounded(lines: readonly string[]): string[] {
  const shown = lines.slice(0, MAX_LINES).map((line) => `  ${line}`);
  return lines.length > MAX_LINES ? [...shown, `  and ${lines.length - MAX_LINES} more`] : shown;
}
