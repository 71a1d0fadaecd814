/** What is wrong in a content file, where, and what was expected; lines and columns count from 1. */
export interface Fault {
  file: string;
  line: number;
  column: number;
  message: string;
}

export const faultText = ({ file, line, column, message }: Fault) => `${file}:${line}:${column}: ${message}`;
