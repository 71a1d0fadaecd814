import type { Locales, Redirect } from '@foyer/model';
import type { CallOutcome } from '@foyer/runtime';
import type { AnswerCacheBytes } from './answer-cache.ts';
import type { AnswerLoaderOptions, CallFault } from './answer-loader.ts';
import type { DiskAnswerCache } from './disk-answer-cache.ts';
import type { KnownSiteOptions } from './known-site.ts';
import type { CacheTimes } from './policy.ts';
import type { Purge } from './purge.ts';
import type { Replicas } from './replicas.ts';

export interface GatewayOptions extends Omit<AnswerLoaderOptions, 'times' | 'site' | 'datasetOf'>, KnownSiteOptions {
  times: CacheTimes;
  /** The editions, the default one first. */
  locales?: Locales;
  /** Undefined: the `redirects` call has them, as that of a content folder. */
  redirects?: () => readonly Redirect[];
  /** Of the site: a redirect may name it. */
  origin?: string;
  diskCache?: DiskAnswerCache;
  replicas?: Replicas;
  /** Of the upstream. */
  callsPerMinute?: number;
  /** Whether the source is a content folder: it filters by itself, and its searches find more than words. */
  isOfFolder?: boolean;
  /** Whether an upstream that has none of the calls is a fault: its address is probably wrong. */
  warnsOfNothing?: boolean;
  /** Memory for answers. Undefined: the defaults of answer-cache.ts. */
  cacheBytes?: AnswerCacheBytes;
}

export interface GatewayEvents {
  /** The answer at an address has changed, or there is none any more. */
  replaced: [address: string];
  purged: [what: Purge];
  /** A call has ended: answered by the upstream or by another replica, or failed. */
  called: [outcome: CallOutcome];
  /** An answer of the upstream has faults, or a call of it has failed. */
  faulty: [fault: CallFault];
}
