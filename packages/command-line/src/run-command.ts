import { setMaxListeners } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { ConfigError } from '@foyer/config';
import { CommandError } from './command-error.ts';
import { print } from './print.ts';

/** What a command has of its process; of a test in its place. */
export interface CommandContext {
  /** The words after its name. */
  args: string[];
  env: Record<string, string | undefined>;
  stdin: Readable & { isTTY?: boolean };
  stdout: Writable & { isTTY?: boolean; columns?: number };
  stderr: Writable & { isTTY?: boolean };
  /** Aborted by Ctrl-C and by a stop, which end the process by themselves until this is called. */
  interruption(): AbortSignal;
}

/** @returns the exit code. Rejects with a CommandError or ConfigError for what the operator can correct. */
export type Command = (context: CommandContext) => Promise<number>;

/** Runs a command, and says on stderr why it cannot go on. @returns the exit code */
export async function runCommand(command: Command, context: CommandContext): Promise<number> {
  try {
    return await command(context);
  } catch (error) {
    if (error instanceof ConfigError) {
      print(context.stderr, `Wrong configuration:\n${error.message}\n`);
      return 2;
    }
    if (!(error instanceof CommandError)) throw error;
    print(context.stderr, `${error.message}\n`);
    return error.exitCode;
  }
}

/** Runs a command as this process. */
export async function runAsProcess(command: Command): Promise<void> {
  const { argv, env, stdin, stdout, stderr } = process;
  // A reader may end early, as `head` does.
  stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
  const context = { args: argv.slice(2), env, stdin, stdout, stderr, interruption };
  process.exitCode = await runCommand(command, context);
}

function interruption(): AbortSignal {
  const stop = new AbortController();
  // Each call and file that waits listens.
  setMaxListeners(0, stop.signal);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
  return stop.signal;
}
