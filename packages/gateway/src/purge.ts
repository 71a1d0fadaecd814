import { callPaths, calls, knownLocales } from '@foyer/model';
import * as z from 'zod';

/** What a CMS reports as changed: everything, a kind of content by the first segment of its calls, or the content of a page by the page's path. */
export const purge = z.union([
  z.strictObject({ all: z.literal(true) }),
  z.strictObject({ entity: z.string().regex(/^[\w-]+$/) }),
  z.strictObject({ path: z.string().startsWith('/') }),
]);
export type Purge = z.output<typeof purge>;

/** First segments of the calls that any purge concerns. */
export const composedEntities: ReadonlySet<string> = new Set(
  callPaths.filter((path) => calls[path].showsOtherKinds).flatMap((path) => path.split('/', 1)),
);

/** A purge concerns all editions. */
const LOCALE = new RegExp(`^(?:${knownLocales.join('|')})(?:/|$)`);

/** The parts of a call's address that a purge compares. */
export interface CallName {
  /** The first segment. */
  entity: string;
  /** The name of an item. */
  item?: string;
}

export function callNameOf(address: string): CallName {
  const [call = ''] = address.replace(LOCALE, '').split('?');
  const [entity = '', item] = call.split('/');
  return { entity, item };
}

/** The path of a page is the path of its call (docs/content-api.md). */
export const callNameOfPage = (path: string): CallName => callNameOf(path.slice(1).split('#', 1)[0] ?? '');

/** A test of whether a purge invalidates a call's answer; the purge is parsed once for many calls. */
export function purgeTest(what: Purge): (call: CallName) => boolean {
  if ('all' in what) return () => true;
  if ('entity' in what) return ({ entity }) => entity === what.entity || composedEntities.has(entity);
  const page = callNameOfPage(what.path);
  return ({ entity, item }) =>
    (entity === page.entity && (item === undefined || item === page.item)) || composedEntities.has(entity);
}

/** As `purgeTest`, for one address. */
export const isPurged = (what: Purge, address: string): boolean => purgeTest(what)(callNameOf(address));
