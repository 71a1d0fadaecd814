import { type Fault, faultText } from './faults.ts';

/** A content folder that the site cannot be served from. */
export class Unusable extends Error {
  override readonly name = 'Unusable';
  constructor(dir: string, faults: readonly Fault[]) {
    super(`the content folder cannot be served: ${faults.map((fault) => `${dir}/${faultText(fault)}`).join('; ')}`);
  }
}
