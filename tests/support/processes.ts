import { readdirSync, readFileSync } from 'node:fs';

interface Process {
  pid: number;
  group: number;
}

/** The running processes. A zombie is not one: in a container whose first process does not reap its children, zombies stay. */
export function runningProcesses(): Process[] {
  return readdirSync('/proc').flatMap((name) => {
    const pid = Number(name);
    if (!Number.isInteger(pid)) return [];
    const [state, , group] = statusOf(pid);
    return state === undefined || state === 'Z' || state === 'X' ? [] : [{ pid, group: Number(group) }];
  });
}

function statusOf(pid: number): string[] {
  try {
    const status = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // Behind the program's name, which may hold anything: state, parent, group.
    return status.slice(status.lastIndexOf(')') + 2).split(' ');
  } catch {
    return [];
  }
}
