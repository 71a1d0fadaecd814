import type { z } from 'zod';
import { flag, link, object, optional, type Reading } from './fields.ts';

/** An address of the site that has become another one, or is gone for good. */
export const redirect = (read: Reading) =>
  object(read, { from: link(read), to: optional(read, link(read)), gone: optional(read, flag) }).refine(
    ({ to, gone }) => (to === undefined) === (gone === true),
    'expected either "to: /new-address" or "gone: true"',
  );
export type Redirect = z.output<ReturnType<typeof redirect>>;
