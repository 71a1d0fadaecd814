import { expect, it, vi } from 'vitest';
import { POLLING } from '../../../tests/support/polling.ts';
import { coalesceRuns } from '../src/background-runs.ts';

it('calls during a run cause one more run, after it', async () => {
  const finish: (() => void)[] = [];
  const run = coalesceRuns(() => new Promise<void>((resolve) => finish.push(resolve)));
  run();
  for (let calls = 0; calls < 5; calls += 1) run();
  expect(finish).toHaveLength(1);
  finish[0]?.();
  await vi.waitFor(() => expect(finish).toHaveLength(2), POLLING);
  finish[1]?.();
  await new Promise((resolve) => setImmediate(resolve));
  expect(finish).toHaveLength(2);
  run();
  await vi.waitFor(() => expect(finish).toHaveLength(3), POLLING);
});
