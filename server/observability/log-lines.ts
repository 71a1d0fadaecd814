import { type DestinationStream, type Level, type Logger, pino } from 'pino';

const { chindingsSym, endSym, lsCacheSym, streamSym, timeSym } = pino.symbols;

/**
 * Writes lines whose fields are JSON already, in the form of the logger's own lines: for pino each line is an object that it
 * serialises, which takes longer than to send a response from memory. The level may be off: who asks before makes no fields.
 * @returns a function that takes the fields, each with a comma before it
 */
export function lineWriter(log: Logger, level: Level): (fields: string) => void {
  // What pino keeps under its symbols for integrations like this one.
  const levels: Record<number, string> = Reflect.get(log, lsCacheSym);
  const time: () => string = Reflect.get(log, timeSym);
  const boundFields: string = Reflect.get(log, chindingsSym);
  const end: string = Reflect.get(log, endSym);
  const output: DestinationStream = Reflect.get(log, streamSym);
  const start = levels[pino.levels.values[level] ?? 0] ?? '';
  return (fields) => output.write(start + time() + boundFields + fields + end);
}
