/**
 * An answer that the page can do without: an API may lack the call, and a failure of it must neither take the rest away nor keep the page out
 * of the cache. The gateway has logged the failure.
 */
export const orNothing = <CallAnswer>(call: Promise<CallAnswer>): Promise<CallAnswer | undefined> =>
  call.catch(() => undefined);
