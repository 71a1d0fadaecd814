import { createHash } from 'node:crypto';
import { callPaths } from '@foyer/model';
import { dump } from 'js-yaml';
import type { Proposal } from './proposal.ts';

/* Proposals as the text of mapping.yaml, each with its reason. */

const KEYS: readonly Proposal['key'][] = [
  'headers',
  'parameters',
  'dates',
  'data',
  'path',
  'content',
  'fields',
  'values',
];
/** Characters of a line with its comment; a longer comment stands above its line. */
const LINE_CHARACTERS = 110;
/** Where comments begin, unless a line is longer. */
const COMMENT_COLUMN = 44;
const SIGNED = /^# Written by connect \(([0-9a-f]{12})\)/;

/** The lines, without what only a file needs. */
export function proposalLines(proposals: readonly Proposal[]): string[] {
  const calls = callPaths.flatMap((path) => {
    const own = proposals.filter(({ call }) => call === path);
    if (own.length === 0) return [];
    const none = own.find(({ key }) => key === 'none');
    if (none) return [{ isSure: none.isSure, lines: entries([{ ...none, isSure: true }], () => path) }];
    return [{ isSure: own.some(({ isSure }) => isSure), lines: [`${scalar(path)}:`, ...indented(keyLines(own))] }];
  });
  const areSure = calls.some(({ isSure }) => isSure);
  const datasets = proposals.filter(({ key }) => key === 'datasets');
  const subjects = proposals.filter(({ key }) => key === 'subjects');
  return [
    ...keyLines(proposals.filter(({ call }) => call === undefined)),
    ...(datasets.length > 0 ? ['datasets:', ...indented(datasets.flatMap(datasetLines))] : []),
    ...subjects.flatMap(({ reason, value }) => [`# ${reason}`, ...yamlLines({ subjects: value })]),
    ...(calls.length > 0 ? [areSure ? 'calls:' : '# calls:'] : []),
    // Under a key without a value, a call with comments alone would be null.
    ...calls.flatMap(({ isSure, lines }) => indented(isSure ? lines : [commented(lines[0] ?? ''), ...lines.slice(1)])),
  ];
}

/** The file. Its first line tells later whether it has been changed. */
export function mappingFile(url: string, proposals: readonly Proposal[]): string {
  const body = `# How ${url} differs from the contract. docs/mapping.md explains what can stand here.
# A line that begins with # is a guess: remove the sign where it is right.

${proposalLines(proposals).join('\n')}
`;
  return `# Written by connect (${signatureOf(body)}). It stays as it is once you have changed it.\n${body}`;
}

/** Whether a file is as connect has written it. */
export function isUnchanged(text: string): boolean {
  const [, signature] = SIGNED.exec(text) ?? [];
  return signature !== undefined && signatureOf(text.slice(text.indexOf('\n') + 1)) === signature;
}

const signatureOf = (body: string): string => createHash('sha256').update(body).digest('hex').slice(0, 12);

function keyLines(proposals: readonly Proposal[]): string[] {
  return KEYS.flatMap((key) => {
    const own = proposals.filter((proposal) => proposal.key === key);
    const [first] = own;
    if (!first) return [];
    if (first.name === undefined) return entries([first], () => key);
    const lines = entries(own, ({ name = '' }) => name);
    return [own.some(({ isSure }) => isSure) ? `${key}:` : `# ${key}:`, ...indented(lines)];
  });
}

/** `name: title  # "A year of growth"`, with the reasons below each other. */
function entries(proposals: readonly Proposal[], nameOf: (proposal: Proposal) => string): string[] {
  const lines = proposals.map((proposal) => {
    const line = `${scalar(nameOf(proposal))}: ${valueText(proposal.value)}`;
    return { line: proposal.isSure ? line : commented(line), note: `# ${proposal.reason}` };
  });
  const column = Math.max(...lines.map(({ line }) => line.length).filter((length) => length <= COMMENT_COLUMN), 0);
  return lines.flatMap(({ line, note }) => {
    const full = `${line.padEnd(column)}  ${note}`;
    return full.length > LINE_CHARACTERS ? [note, line] : [full];
  });
}

/** A table takes a line for each of its parts. */
function datasetLines({ name = '', value, reason }: Proposal): string[] {
  const columns = /^( +columns: )\[(.*)\]$/;
  return [
    `# ${reason}`,
    ...yamlLines({ [name]: value }).flatMap((line) => {
      const [, start, list] = columns.exec(line) ?? [];
      // A line for each column.
      return start === undefined || list === undefined
        ? [line]
        : [start.trimEnd(), ...list.split(/(?<=\}), (?=\{ ?key)/).map((column) => `    - ${column}`)];
    }),
  ];
}

/** Down to the second level a line each. */
const yamlLines = (value: object): string[] => dump(value, { flowLevel: 2, lineWidth: -1 }).trimEnd().split('\n');

function valueText(value: Proposal['value']): string {
  if (Array.isArray(value)) return `[${value.map(scalar).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return scalar(value);
  const pairs = Object.entries(value).map(([key, inner]) => `${scalar(key)}: ${scalar(inner)}`);
  return `{ ${pairs.join(', ')} }`;
}

const commented = (line: string): string => `# ${line}`;
const indented = (lines: readonly string[]): string[] => lines.map((line) => `  ${line}`);

/** As YAML writes it within a list. */
function scalar(value: unknown): string {
  const text = dump([value], { flowLevel: 0, lineWidth: -1 }).trim().slice(1, -1);
  return text.startsWith("'") ? JSON.stringify(value) : text;
}
