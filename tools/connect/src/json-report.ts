import type { Connection } from './connect.ts';
import type { UnreadableError } from './failures.ts';
import { mappingFile } from './mapping-yaml.ts';
import { usableOf } from './propose.ts';
import { screensOf } from './screens.ts';

/* What was found, for programs (docs/connecting.md). */

export function jsonReport({ url, name, results, proposed, editions }: Connection): string {
  const { proposals, mapping } = proposed;
  return print({
    url,
    name: name ?? null,
    ...usableOf(results),
    calls: results.map(({ path, data: _, ...result }) => ({ call: path, ...result })),
    editions,
    proposal:
      proposals.length === 0
        ? null
        : { ...usableOf(proposed.results), lines: proposals, mapping, yaml: mappingFile(url, proposals) },
    screens: screensOf(proposed.results),
  });
}

/** Of an API that cannot be read. */
export const jsonFailure = (url: string, { code, message }: UnreadableError): string =>
  print({ url, failure: { code, sentence: message } });

const print = (document: object): string => `${JSON.stringify(document, null, 2)}\n`;
