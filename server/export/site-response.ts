/* What the site's server says of an address that is exported. */

export const NOWHERE = [404, 410];
/** The host has the redirect, too. */
export const MOVED = [301, 308];
/** Compressed by the folder. */
export const AS_IS = { 'accept-encoding': 'identity' };

/** The server has sent everything that it should: what it sends instead is stored by no cache. */
export const isComplete = ({ headers }: Response): boolean => !/no-store/.test(headers.get('cache-control') ?? '');
