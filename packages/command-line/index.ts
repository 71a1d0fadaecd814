/* What commands have in common. */

export { CommandError } from './src/command-error.ts';
export { folderFailure, OF_ITS_NAME } from './src/folder-failure.ts';
export { lockFolder } from './src/folder-lock.ts';
export { checkCommand, NEW_COMMAND, serveApiCommand, serveCommand } from './src/invocations.ts';
export { checkApiAddress, parseCommand, wholeNumber } from './src/parse-command.ts';
export { print } from './src/print.ts';
export { Progress } from './src/progress.ts';
export { type Command, type CommandContext, runAsProcess } from './src/run-command.ts';
