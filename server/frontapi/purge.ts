import { z } from 'zod';

/** What a CMS says has changed: everything, a kind of content by the name of its call, or what a page shows by the page's path. */
export const purge = z.union([
  z.strictObject({ all: z.literal(true) }),
  z.strictObject({ entity: z.string().regex(/^[\w-]+$/) }),
  z.strictObject({ path: z.string().startsWith('/') }),
]);
export type Purge = z.output<typeof purge>;

/** These show something of nearly everything. */
const MADE_OF_OTHERS = /^(home|sliders|category)\b/;

/** Whether a call's answer (its address below the API's base) may be another one now. */
export function isPurged(what: Purge, address: string): boolean {
  if ('all' in what) return true;
  const [call = ''] = address.split('?');
  const [entity = '', name] = call.split('/');
  if (MADE_OF_OTHERS.test(entity)) return true;
  if ('entity' in what) return entity === what.entity;
  // CONTRACT.md: a screen's API path is its own route path.
  const [, ofPage = '', item] = what.path.split(/[?#]/, 1)[0]?.split('/') ?? [];
  return entity === ofPage && (name === undefined || name === item);
}
