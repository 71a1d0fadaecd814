import type { FolderChanges } from './export-folder.ts';
import type { ExportResult } from './site-export.ts';

/** Of each kind of fault; the last line says how many more there are. */
const LINES_SHOWN = 50;

/**
 * What the command prints at its end.
 * @param result with the faults of a content folder, each with its place
 * @param changes none: the last export is as it was
 */
export function summaryOf(
  { pages, rendered, failures, deadLinks, faults }: ExportResult & { faults: readonly string[] },
  changes: FolderChanges | undefined,
  { seconds, nextChange }: { seconds: number; nextChange: string },
): string[] {
  return [
    ...firstOf(faults.map((fault) => `${fault} (it is not in the export)`)),
    ...firstOf(Array.from(failures, ([address, reason]) => `${address} could not be made: ${reason}`)),
    ...firstOf(Array.from(deadLinks, ([address, page]) => `${address} leads nowhere, linked on ${page}`)),
    ...(changes
      ? [
          `${pages} pages, ${rendered} of them made anew; ${changes.files} files, ${megabytes(changes.bytes)} MB; ${changes.written} written, ${changes.removed} removed, in ${seconds.toFixed(1)} s.`,
        ]
      : ['The last export is as it was. --keep-going exports what there is.']),
    `The content changes by itself next at ${nextChange}.`,
  ];
}

const firstOf = (lines: readonly string[]): string[] =>
  lines.length > LINES_SHOWN
    ? [...lines.slice(0, LINES_SHOWN), `… and ${lines.length - LINES_SHOWN} more`]
    : [...lines];

const megabytes = (bytes: number): string => (bytes / 1e6).toFixed(1);
