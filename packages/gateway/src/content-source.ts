import type { Normalise, UpstreamRequest } from './http-exchange.ts';
import type { NormalisedAnswer } from './normalise-result.ts';

/** Where the content comes from: a CMS (upstream.ts), or a folder of files (content-folder/folder-source.ts). */
export interface ContentSource {
  /**
   * An answer. Rejects with a ContentError.
   * @param address path and query of a call, e.g. `blogs?page=2` or `ne/blogs`
   * @param normalise reads the response's body; never rejects
   */
  get(address: string, request: UpstreamRequest, normalise: Normalise): Promise<NormalisedAnswer>;
  /** Moves a queued call ahead: a visitor waits for it now. */
  prioritise?(address: string): void;
  /** Answers of calls that were sent before are not used: their callers have given up, and there was a purge. */
  forgetLate?(): void;
}
