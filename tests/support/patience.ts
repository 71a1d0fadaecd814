/**
 * How long a test waits for what is to become true before it fails: `expect.poll` by the configuration, `vi.waitFor` and `vi.waitUntil` by this argument
 * (alone they wait one second). A busy machine takes ten seconds to start two processes; a test that passes waits no longer for it.
 */
export const PATIENCE = { timeout: 40_000, interval: 50 };
