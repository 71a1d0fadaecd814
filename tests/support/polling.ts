/**
 * How a test polls for what becomes true later: `expect.poll` by the configuration, `vi.waitFor` and `vi.waitUntil` by this argument, as they time
 * out after one second without it. A busy machine takes ten seconds to start two processes; a test that passes waits no longer for the bound.
 */
export const POLLING = { timeout: 40_000, interval: 50 };
