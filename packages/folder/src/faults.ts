import { isAboutGate, type issuesOf } from '@foyer/model';
import type { Position } from './text-position.ts';

/** An error in a content file: where it is and, in words for the editor, what was expected. */
export interface Fault extends Position {
  /** Relative to the content folder; `.` is the folder itself. */
  file: string;
  message: string;
  /** It hides what it is about: no earlier version is shown in its place. */
  hides?: true;
}

/** A parsed file that knows the position of each of its values. */
interface Located {
  file: string;
  positionOf(path: readonly PropertyKey[]): Position;
}

/** The most faults that are listed for one file. An editor cannot correct more at a time, and a broken file of 500 kB has 50,000. */
export const FAULTS_PER_FILE = 50;
/** A message may quote the file, so the text of a fault is cut to this length. */
const FAULT_CHARS = 1_000;
/** A quoted key may contain line breaks and a terminal's escape sequences. */
const CONTROL = /\p{Cc}+/gu;

/** The fault as one line: `blogs/one.md:3:5: message`. */
export const faultText = ({ file, line, column, message }: Fault) =>
  `${file}:${line}:${column}: ${message}`.slice(0, FAULT_CHARS).replace(CONTROL, ' ');

/** The fault of the value at a path; the message begins with the path. */
export function faultAt(source: Located, path: readonly PropertyKey[], message: string): Fault {
  const prefix = path.length > 0 ? `${path.join('.')}: ` : '';
  return { file: source.file, ...source.positionOf(path), message: prefix + message };
}

/** The faults for the issues that a schema found. @param base the path of the validated value in its file */
export function faultsOf(
  source: Located,
  issues: ReturnType<typeof issuesOf>,
  base: readonly PropertyKey[] = [],
): Fault[] {
  return issues.map(({ path, message }) => ({
    ...faultAt(source, [...base, ...path], message),
    ...(isAboutGate(message) && { hides: true }),
  }));
}

/** The first FAULTS_PER_FILE faults of one file, before them those that hide it; if there are more, a last one says how many. */
export function limitFaults(all: readonly Fault[]): Fault[] {
  if (all.length <= FAULTS_PER_FILE) return [...all];
  const faults = [...all.filter(({ hides }) => hides), ...all.filter(({ hides }) => !hides)];
  const listed = faults.slice(0, FAULTS_PER_FILE);
  const omitted = faults.length - listed.length;
  const [first] = faults;
  if (omitted > 0 && first) listed.push({ ...first, message: `${omitted} more faults in this file` });
  return listed;
}
