import { canonicalAddress } from '@foyer/model';

const ORIGIN = 'http://foyer.invalid';

/** The path and query of this site that a text names; home for any other text, as an address of another site. */
export function siteAddress(text: string | null | undefined): string {
  if (!text?.startsWith('/') || !URL.canParse(text, ORIGIN)) return '/';
  // As browsers read it: //host, /\host and a tab between the slashes lead to another origin.
  const { origin, pathname, search } = new URL(text, ORIGIN);
  if (origin !== ORIGIN) return '/';
  try {
    return canonicalAddress(pathname + search);
  } catch {
    return '/';
  }
}
