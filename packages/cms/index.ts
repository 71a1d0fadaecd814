/* A CMS as the source of content: its client, its limits, and what its failures mean. */

export { ADDRESS_HINT } from './src/failure-words.ts';
export type { UpstreamOptions } from './src/http-exchange.ts';
export { openUpstream, requestsOf } from './src/open-upstream.ts';
export { classifyFailure, pauseMs, saysLimit } from './src/policy.ts';
export { Upstream } from './src/upstream.ts';
