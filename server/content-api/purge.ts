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

/** The parts of a call's address (below the API's base) that a purge looks at. */
export interface Named {
  entity: string;
  item?: string;
}

export function namedBy(address: string): Named {
  const [call = ''] = address.split('?');
  const [entity = '', item] = call.split('/');
  return { entity, item };
}

/** Whether a call's answer may be another one now; for one purge and many addresses. */
export function purgeTest(what: Purge): (named: Named) => boolean {
  if ('all' in what) return () => true;
  if ('entity' in what) return ({ entity }) => entity === what.entity || MADE_OF_OTHERS.test(entity);
  // CONTRACT.md: a screen's API path is its own route path.
  const [, page = '', of] = what.path.split(/[?#]/, 1)[0]?.split('/') ?? [];
  return ({ entity, item }) => (entity === page && (item === undefined || item === of)) || MADE_OF_OTHERS.test(entity);
}

/** As `purgeTest`, for one address. */
export const isPurged = (what: Purge, address: string): boolean => purgeTest(what)(namedBy(address));
