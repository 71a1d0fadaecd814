import { ADDRESS_HINT } from '@foyer/cms';
import { type CallResult, counts, type FaultGroup, isLeft, isUsable } from './call-result.ts';
import type { Connection } from './connect.ts';
import { proposalLines } from './mapping-yaml.ts';
import { usableOf } from './propose.ts';
import { NOT_FOUND, screensOf } from './screens.ts';
import { tableOf } from './table.ts';
import { cut, type Terminal, widthOf, wrap } from './terminal.ts';

/* What was found, for a person. */

/** Of an API that answers, but not to our calls. */
const OTHER_SITE = `It may be the API of another site, or its base has another path: ${ADDRESS_HINT}.`;
/** Lines about one call; one more says how many there are. */
const MAX_FAULTS = 6;

export function textReport(connection: Connection, terminal: Terminal): string[] {
  const { results, proposed, tables, editions } = connection;
  const { usable, all } = usableOf(results);
  const then = usableOf(proposed.results);
  const isBetter = proposed.proposals.some(({ isSure }) => isSure);
  const gains = isBetter ? ` With the mapping below: ${then.usable} of ${then.all}.` : '';
  const left = results.filter(isLeft).length;
  const unasked = left > 0 ? ` ${left} not asked.` : '';
  return [
    ...titleOf(connection, terminal),
    '',
    ...tableOf(results, terminal),
    '',
    `${terminal.paint('bold', `${usable} of ${all} calls usable.`)}${gains}${unasked}`,
    ...(then.usable === 0 ? wrap(OTHER_SITE, terminal) : []),
    ...editions.map(({ locale, text }) => `Edition ${locale}: ${text}`),
    ...section(
      isBetter ? 'Not read, with the mapping either' : 'Not read',
      failureLines(proposed.results, terminal),
      terminal,
    ),
    ...section('Left out now: visitors do not see it', droppedLines(results, terminal), terminal),
    ...section('Read all the same, as it can only be meant so', guessLines(proposed.results, terminal), terminal),
    ...section(
      isBetter ? 'What a visitor would see with the mapping' : 'What a visitor would see',
      screenLines(proposed.results, terminal),
      terminal,
    ),
    ...section(
      'Tables that it has beside the contract',
      tables.flatMap((line) => wrap(line, terminal, ['  ', '    '])),
      terminal,
    ),
    ...section(isBetter ? 'Proposed mapping' : 'What a mapping could say', yamlLines(connection, terminal), terminal),
  ];
}

function titleOf({ name, url, storedAt }: Connection, { paint }: Terminal): string[] {
  const title = name === undefined ? url : `${paint('bold', name)}  ${url}`;
  if (storedAt === undefined) return [title];
  const minutes = Math.round((Date.now() - storedAt) / 60_000);
  const age = minutes < 1 ? 'a moment' : minutes < 120 ? `${minutes} min` : `${Math.round(minutes / 60)} h`;
  return [title, paint('dim', `Answers of ${age} ago are read again; --fresh asks anew.`)];
}

function section(title: string, lines: readonly string[], { paint }: Terminal): string[] {
  return lines.length > 0 ? ['', paint('bold', title), ...lines] : [];
}

/** The same failure of several calls once. */
function failureLines(results: readonly CallResult[], terminal: Terminal): string[] {
  const failures = new Map<string, string[]>();
  for (const result of results) {
    // An item that could not be asked for is as its list.
    if (isUsable(result) || !counts(result) || result.milliseconds === undefined) continue;
    const { address, status, failure } = result;
    const sentence = status === 404 ? 'The API has no such call (404)' : sentenceOf(failure?.sentence ?? '');
    failures.set(sentence, [...(failures.get(sentence) ?? []), address]);
  }
  return [...failures].flatMap(([sentence, names]) =>
    wrap(`${sentence}: ${names.join(', ')}`, terminal, ['  ', '    ']),
  );
}

/** Names and addresses at the beginning stay as they are. */
const sentenceOf = (text: string): string =>
  text.replace(/^[a-z]+(?=[ ,])/, (word) => word.charAt(0).toUpperCase() + word.slice(1)).replace(/\.$/, '');

function droppedLines(results: readonly CallResult[], terminal: Terminal): string[] {
  const lossy = results.map((result) => ({
    ...result,
    faults: result.faults.filter(({ kind }) => kind === 'dropped'),
  }));
  const shown = lossy.filter(({ faults }) => faults.length > 0);
  const width = Math.max(0, ...shown.map(({ address }) => widthOf(address)));
  return shown.flatMap(({ address, items = 0, faults }) => {
    const lines = faults.slice(0, MAX_FAULTS).map((fault) => droppedText(fault, items));
    if (faults.length > MAX_FAULTS) lines.push(`and ${faults.length - MAX_FAULTS} more`);
    return rows(address, width, lines, terminal);
  });
}

/** `created_at, 12 of 12: expected a date, received "01/10/2026"` */
function droppedText({ field, count, reason, example }: FaultGroup, items: number): string {
  const number = field.includes('.') || items < count ? `${count} times` : items > 1 ? `${count} of ${items}` : '';
  const where = [field, number].filter(Boolean).join(', ');
  return `${where ? `${where}: ` : ''}${reason}${example === undefined ? '' : `; received ${example}`}`;
}

/** The same guess of several calls once. */
function guessLines(results: readonly CallResult[], terminal: Terminal): string[] {
  const guesses = new Map<string, Set<string>>();
  for (const { path, faults } of results)
    for (const { kind, field, reason } of faults) {
      const guess = field === '' ? reason : `${field}: ${reason}`;
      if (kind === 'guessed') guesses.set(guess, (guesses.get(guess) ?? new Set()).add(path));
    }
  return [...guesses].flatMap(([guess, paths]) =>
    wrap(`${sentenceOf(guess)} (${[...paths].join(', ')})`, terminal, ['  ', '    ']),
  );
}

function screenLines(results: readonly CallResult[], terminal: Terminal): string[] {
  const screens = screensOf(results);
  const there = screens.filter(({ text }) => text !== NOT_FOUND);
  const gone = screens.filter(({ text }) => text === NOT_FOUND).map(({ path }) => path);
  const width = Math.max(0, ...there.map(({ path }) => widthOf(path)));
  const lines = there.flatMap(({ path, text, isWhole }) => {
    const own = rows(path, width, [text], terminal);
    return isWhole ? own : own.map((line) => terminal.paint('yellow', line));
  });
  return [...lines, ...(gone.length > 0 ? wrap(`${NOT_FOUND}: ${gone.join(', ')}`, terminal, ['  ', '    ']) : [])];
}

/** Lines with the same beginning, which only the first shows. */
function rows(label: string, width: number, texts: readonly string[], terminal: Terminal): string[] {
  if (terminal.columns === undefined) return texts.map((text) => `  ${label}: ${text}`);
  const indent = ' '.repeat(width + 4);
  return texts.flatMap((text, index) => {
    const start = index === 0 ? `  ${label}${' '.repeat(width - widthOf(label))}  ` : indent;
    const [first = '', ...more] = wrap(text, { columns: (terminal.columns ?? 0) - width - 4 });
    return [start + first, ...more.map((line) => indent + line)];
  });
}

function yamlLines({ proposed }: Connection, { columns, paint }: Terminal): string[] {
  return proposalLines(proposed.proposals).map((line) => {
    const hash = line.indexOf('# ');
    const text = hash < 0 ? line : line.slice(0, hash).trimEnd();
    const comment = line.slice(text.length);
    if (columns === undefined) return `  ${line}`;
    const rest = columns - 2 - widthOf(text);
    return `  ${text}${rest > 4 ? paint('dim', cut(comment, rest)) : ''}`;
  });
}
