import { type Fault, faultText } from './faults.ts';

/** The site cannot be served from a content folder; the message lists the faults that prevent it. */
export class ContentUnusableError extends Error {
  override readonly name = 'ContentUnusableError';
  constructor(dir: string, faults: readonly Fault[]) {
    super(`the content folder cannot be served: ${faults.map((fault) => `${dir}/${faultText(fault)}`).join('; ')}`);
  }
}
