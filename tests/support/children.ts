import type { ChildProcess } from 'node:child_process';

const running = new Set<ChildProcess>();
const killAll = () => {
  for (const child of running) child.kill('SIGKILL');
};
process.once('exit', killAll);
// Vitest ends its workers by SIGTERM, after which Node emits no 'exit'. A child that is left holds stderr open, and Vitest waits for it.
process.once('SIGTERM', () => {
  killAll();
  process.kill(process.pid, 'SIGTERM');
});

/** Kills a child that a failed test leaves running. */
export function endWithTests(child: ChildProcess): void {
  running.add(child);
  child.once('exit', () => running.delete(child));
}
