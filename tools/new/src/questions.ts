import { createInterface } from 'node:readline/promises';
import { type Choices, PROFILES, readChoice } from './choices.ts';
import { UsageError } from './usage-error.ts';

/** A terminal: what is typed, and where questions are shown. */
export interface Terminal {
  input: NodeJS.ReadableStream;
  output: NodeJS.WritableStream;
}

/** What the command line has given so far. */
export type Given = Partial<Choices> & { dir?: string };

/** Asks on a terminal for what is not given. Rejects with a UsageError if the terminal is closed before the end. */
export async function askForMissing(given: Given, { input, output }: Terminal): Promise<Given> {
  const lines = createInterface({ input, output });
  const closed = new AbortController();
  lines.once('close', () => closed.abort());
  async function ask<T>(question: string, read: (answer: string) => T): Promise<T> {
    for (;;) {
      const answer = await lines.question(`${question} `, { signal: closed.signal });
      try {
        return read(answer.trim());
      } catch (error) {
        if (!(error instanceof UsageError)) throw error;
        output.write(`${error.message}\n`);
      }
    }
  }
  try {
    return {
      dir: given.dir ?? (await ask('Which folder is to be written?', readDir)),
      profile:
        given.profile ??
        (await ask(`Which kind of organisation is it: ${PROFILES.join(', ')}? (Enter: company)`, (answer) =>
          readChoice.profile(answer || 'company'),
        )),
      name: given.name ?? (await ask('What is the name of your organisation?', readChoice.name)),
      accent:
        given.accent ??
        (await ask('Which colour has it, such as #1f4b5c? (Enter: a dark blue)', (answer) =>
          answer ? readChoice.accent(answer) : undefined,
        )),
      locales:
        given.locales ??
        (await ask('Which languages, the main one first: en, ne? (Enter: en)', (answer) =>
          readChoice.locales(answer || 'en'),
        )),
    };
  } catch (error) {
    if (closed.signal.aborted) throw new UsageError('ended before the last question: nothing was written');
    throw error;
  } finally {
    lines.close();
  }
}

function readDir(answer: string): string {
  if (!answer) throw new UsageError('the folder: expected a path that is not there yet, such as ../our-content');
  return answer;
}
