import type { NormalisedAnswer, NormaliseResult, UpstreamResponse } from './normalise-result.ts';

/** A visitor's calls go first, then revalidation, then the inventory for the sitemap. */
export type Priority = 'visitor' | 'revalidate' | 'inventory';

/** The visitor's request that causes a call: for the source and the log. */
export interface Cause {
  requestId: string;
  /** Of W3C Trace Context, passed on as it came. */
  traceparent?: string;
}

export interface SourceRequest {
  priority: Priority;
  /** No earlier answer leads to the call: a visitor may have invented it. */
  isUnlisted: boolean;
  /** Nothing depends on the answer: a failure is neither repeated nor counted. */
  isOptional?: boolean;
  /** Aborted when the last caller has aborted: a call that was sent runs on. */
  signal: AbortSignal;
  /** None: no visitor waits. */
  cause?: Cause;
  /** Further headers, by name. */
  headers?: Record<string, string>;
}

/** Reads a response's body; never rejects. */
export type Normalise = (response: UpstreamResponse) => Promise<NormaliseResult>;

/** Where the content comes from: a CMS (@foyer/cms), or a folder of files (@foyer/folder). */
export interface ContentSource {
  /**
   * An answer. Rejects with a ContentError.
   * @param address path and query of a call, e.g. `blogs?page=2` or `ne/blogs`
   * @param normalise reads the response's body; never rejects
   */
  get(address: string, request: SourceRequest, normalise: Normalise): Promise<NormalisedAnswer>;
  /** Moves a queued call ahead: a visitor waits for it now. */
  prioritise?(address: string): void;
  /** Answers of calls that were sent before are not used: their callers have given up, and there was a purge. */
  forgetLate?(): void;
}
