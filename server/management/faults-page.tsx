import { createHash } from 'node:crypto';
import type { Fault } from '@foyer/folder';
import { type FaultyCall, withoutIndexes } from '@foyer/gateway';
import type { FaultKind } from '@foyer/runtime';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';

/* The answer of `GET /faults` on the management port, as a page. It quotes the upstream: React escapes all of it. */

/** What does not fit in the content of the site, wherever it comes from. */
export interface ContentFaults {
  /** Of an upstream. */
  calls: FaultyCall[];
  /** Of a content folder. */
  files: { count: number; faults: readonly Fault[] };
}

/** Faults of the content folder that are listed; all of them are counted. */
const MAX_FILE_FAULTS = 500;
/** Items and calls with the same fault that are named on the page. */
const MAX_NAMES = 12;

type ShownFault = FaultyCall['faults'][number] & { call: string };

export const listedFiles = (faults: readonly Fault[] = []): ContentFaults['files'] => ({
  count: faults.length,
  faults: faults.slice(0, MAX_FILE_FAULTS),
});

const SECTIONS = [
  {
    kind: 'failed',
    title: 'Failed',
    text: 'These calls have no answer that can be read. Visitors see the last good one for as long as CONTENT_STALE lasts, then an error.',
  },
  { kind: 'dropped', title: 'Left out', text: 'Visitors do not see these parts of the answers.' },
  {
    kind: 'guessed',
    title: 'Guessed',
    text: 'These parts are read all the same. Each line says what would be right, in the API or in mapping.yaml.',
  },
] as const;

const STYLE = `
:root { color-scheme: light dark; --ink: light-dark(#1b1d20, #ecebe6); --soft: light-dark(#54595f, #b3b6b7);
  --paper: light-dark(#fbfaf7, #121519); --line: light-dark(#dddad1, #333a42); --code: light-dark(#2c4a6e, #9dbbe0); }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; }
main { max-width: 62rem; margin: 0 auto; padding: clamp(1.5rem, 5vw, 4rem) clamp(1.25rem, 5vw, 3rem) 4rem; }
h1 { margin: 0; font-size: clamp(2rem, 1.6rem + 2vw, 3rem); line-height: 1.1; letter-spacing: -0.02em; }
h1 + p { margin: 0.75rem 0 0; font-size: 1.125rem; }
section { margin-top: clamp(2.5rem, 6vw, 4rem); }
h2 { margin: 0; font-size: 1.375rem; line-height: 1.25; }
h2 + p { margin: 0.25rem 0 0; max-width: 41rem; }
p, time, .soft { color: var(--soft); }
article { display: grid; gap: 0.75rem 2rem; margin-top: 1.25rem; padding-top: 1.25rem; border-top: 1px solid var(--line); }
h3, ul, li p { margin: 0; }
h3 { font-size: 1rem; }
ul { display: grid; gap: 1rem; padding: 0; list-style: none; }
li, h3 { min-width: 0; overflow-wrap: anywhere; }
code { color: var(--code); font: 0.9375em/1.5 ui-monospace, "SF Mono", Menlo, Consolas, monospace; }
.reason { color: var(--ink); }
.soft { font-size: 0.875rem; }
time { white-space: nowrap; }
@media (min-width: 48rem) { article { grid-template-columns: 16rem minmax(0, 1fr); } }
@media print { article { break-inside: avoid; } }
`;

/** The page loads nothing, and runs nothing. */
export const PAGE_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

export function faultsPage({ calls, files }: ContentFaults): string {
  const sections = SECTIONS.map((section) => ({
    ...section,
    calls: calls.filter(({ faults }) => faults.some(({ kind }) => kind === section.kind)),
  })).filter((section) => section.calls.length > 0);
  const hasFaults = calls.length > 0 || files.count > 0;
  return `<!doctype html>${renderToStaticMarkup(
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>Content faults</title>
        {/* A constant. Escaped it would have another hash. */}
        <style dangerouslySetInnerHTML={{ __html: STYLE }} />
      </head>
      <body>
        <main>
          <h1>Content faults</h1>
          <p>{hasFaults ? summary({ calls, files }) : 'Everything that has been read fits.'}</p>
          {sections.map(({ kind, title, text, calls }) => (
            <Section key={kind} title={title} text={text}>
              {groupBy(calls, ({ path }) => path).map(([path, ofPattern]) => (
                <PatternArticle key={path} path={path} calls={ofPattern} kind={kind} />
              ))}
            </Section>
          ))}
          {files.count > 0 && (
            <Section title="Content folder" text="The site shows the last valid version of each faulty file.">
              {groupBy(files.faults, ({ file }) => file).map(([file, faults]) => (
                <FileArticle key={file} file={file} faults={faults} />
              ))}
              {files.count > files.faults.length && <p>{more(files.count - files.faults.length)}</p>}
            </Section>
          )}
        </main>
      </body>
    </html>,
  )}`;
}

function summary({ calls, files }: ContentFaults): string {
  const parts = [
    calls.length > 0 && amount(calls.length, 'call of the content API', 'calls of the content API'),
    files.count > 0 && amount(files.count, 'fault of the content folder', 'faults of the content folder'),
  ];
  return `${parts.filter(Boolean).join(', ')}.`;
}

const amount = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`;

function groupBy<T>(values: readonly T[], keyOf: (value: T) => string): [string, T[]][] {
  const groups = new Map<string, T[]>();
  for (const value of values) {
    const key = keyOf(value);
    const group = groups.get(key);
    if (group) group.push(value);
    else groups.set(key, [value]);
  }
  return [...groups];
}

function Section({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <section>
      <h2>{title}</h2>
      <p>{text}</p>
      {children}
    </section>
  );
}

/** The calls of one pattern: the pages of a list, the items of a kind. */
function PatternArticle({ path, calls, kind }: { path: string; calls: readonly FaultyCall[]; kind: FaultKind }) {
  const shown = calls.flatMap(({ call, faults }) => faults.map((fault): ShownFault => ({ ...fault, call })));
  const groups = groupBy(
    shown.filter((fault) => fault.kind === kind),
    (fault) => JSON.stringify([withoutIndexes(fault.path), fault.reason]),
  );
  // Those that are not listed are behind the last ones that are.
  const unlisted = calls
    .filter(({ faults }) => faults.at(-1)?.kind === kind)
    .reduce((sum, { count, faults }) => sum + count - faults.length, 0);
  return (
    <article>
      <h3>
        <code>{path}</code>
      </h3>
      <ul>
        {groups.map(([key, group]) => (
          <FaultGroup key={key} faults={group} pattern={path} />
        ))}
        {unlisted > 0 && <li className="soft">{more(unlisted)}</li>}
      </ul>
    </article>
  );
}

/** The same fault in several items, or in several calls. */
function FaultGroup({ faults, pattern }: { faults: readonly ShownFault[]; pattern: string }) {
  const [first] = faults;
  if (!first) return null;
  const ids = unique(faults.flatMap(({ id }) => id ?? []));
  const calls = unique(faults.map(({ call }) => call));
  const since = faults.map((fault) => fault.since).reduce((a, b) => (a < b ? a : b));
  const seen = faults.map((fault) => fault.seen).reduce((a, b) => (a > b ? a : b));
  return (
    <li>
      {first.path && (
        <p>
          <code>{faults.every(({ path }) => path === first.path) ? first.path : withoutIndexes(first.path)}</code>
        </p>
      )}
      <p className="reason">{first.status === undefined ? first.reason : `${first.status}: ${first.reason}`}</p>
      {ids.length > 0 && (
        <p className="soft">
          {ids.length > 1 ? 'items' : 'item'} {named(ids)}
        </p>
      )}
      {(calls.length > 1 || calls[0] !== pattern) && <p className="soft">in {named(calls)}</p>}
      <p className="soft">
        {minuteOf(since) !== minuteOf(seen) && (
          <>
            since <Time at={since} />, last{' '}
          </>
        )}
        seen <Time at={seen} />
      </p>
    </li>
  );
}

const unique = (names: readonly string[]): string[] => [...new Set(names)];

function named(names: readonly string[]): string {
  const rest = names.length - MAX_NAMES;
  return names.slice(0, MAX_NAMES).join(', ') + (rest > 0 ? ` and ${rest} more` : '');
}

function FileArticle({ file, faults }: { file: string; faults: readonly Fault[] }) {
  return (
    <article>
      <h3>
        <code>{file}</code>
      </h3>
      <ul>
        {faults.map(({ line, column, message }) => (
          <li key={`${line}:${column}:${message}`}>
            <p className="reason">{message}</p>
            <p className="soft">
              line {line}, column {column}
            </p>
          </li>
        ))}
      </ul>
    </article>
  );
}

const more = (count: number): string => `${count} more ${count === 1 ? 'is' : 'are'} not listed.`;

/** To the minute, in UTC as the log's lines. */
const Time = ({ at }: { at: string }) => <time dateTime={at}>{minuteOf(at)} UTC</time>;
const minuteOf = (at: string): string => at.slice(0, 16).replace('T', ' ');
