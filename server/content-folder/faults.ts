/** What is wrong in a content file, where, and what was expected; lines and columns count from 1. */
export interface Fault {
  file: string;
  line: number;
  column: number;
  message: string;
}

/** Faults of one file that are listed: more than an editor mends at a time, and a broken file of 1 MB has 100,000. */
export const FAULTS_PER_FILE = 50;
/** Characters of a fault as text: a message may quote the file. */
const FAULT_CHARS = 1_000;
/** A quoted key may hold line breaks and a terminal's escape sequences. */
const CONTROL = /\p{Cc}+/gu;

export const faultText = ({ file, line, column, message }: Fault) =>
  `${file}:${line}:${column}: ${message}`.slice(0, FAULT_CHARS).replace(CONTROL, ' ');

/** At most FAULTS_PER_FILE faults of one file; a last one says how many are left out. */
export function limitFaults(faults: readonly Fault[]): Fault[] {
  const listed = faults.slice(0, FAULTS_PER_FILE);
  const left = faults.length - listed.length;
  const [first] = faults;
  if (left > 0 && first) listed.push({ ...first, message: `${left} more faults in this file` });
  return listed;
}
