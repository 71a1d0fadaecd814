import { join, relative, resolve, sep } from 'node:path';
import { faultText } from '@foyer/folder';
import type { CheckedContent } from './check-content.ts';
import type { Finding } from './findings.ts';

/* The result of a check as text, each line complete: for a terminal, for programs, and for a GitHub workflow. */

export const FORMATS = ['text', 'json', 'github'] as const;
export type Format = (typeof FORMATS)[number];

type Report = (dir: string, checked: CheckedContent) => string;

/** Returns the report. Files are named from the folder in which the command runs. */
export const reports: Record<Format, Report> = {
  text: (dir, { findings, notes }) =>
    lines([
      ...findings.map((finding) => faultText({ ...named(dir, finding), message: textMessage(finding) })),
      ...notes,
    ]),
  json: (dir, { findings, notes }) =>
    `${JSON.stringify({ findings: findings.map((finding) => named(dir, finding)), notes }, null, 2)}\n`,
  github: (dir, { findings, notes }) => lines([...findings.map((finding) => command(dir, finding)), ...notes]),
};

const named = (dir: string, { file, line, column, level, rule, message }: Finding): Finding => ({
  file: join(dir, file),
  line,
  column,
  level,
  rule,
  message,
});

const textMessage = ({ level, message }: Finding) => (level === 'advice' ? `advice: ${message}` : message);

/** A command of GitHub's workflows, which becomes an annotation at the line of the file. */
function command(dir: string, finding: Finding): string {
  const { file, line, column, level, rule, message } = named(dir, finding);
  const properties = { file: fromRepository(file), line, col: column, title: rule };
  const list = Object.entries(properties).map(([name, value]) => `${name}=${escapeProperty(String(value))}`);
  return `::${level === 'fault' ? 'error' : 'warning'} ${list.join(',')}::${escapeData(message)}`;
}

/** GitHub knows files by their path in the repository, in which the workflow runs. */
function fromRepository(file: string): string {
  const path = relative(process.cwd(), resolve(file));
  return path.startsWith(`..${sep}`) ? file : path;
}

const escapeData = (text: string) => text.replace(/%/g, '%25').replace(/\r/g, '%0D').replace(/\n/g, '%0A');
const escapeProperty = (text: string) => escapeData(text).replace(/:/g, '%3A').replace(/,/g, '%2C');

const lines = (all: readonly string[]) => all.map((line) => `${line}\n`).join('');
