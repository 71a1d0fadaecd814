/* Requests to the site's own server, and what it says. */

/** Statuses of an address that leads nowhere. */
export const NOWHERE = [404, 410];
/** Statuses of a redirect that the host has, too. */
export const MOVED = [301, 308];
/** Headers of a request: what is written is compressed by the folder. */
export const AS_IS = { 'accept-encoding': 'identity' };

/** The server has sent everything that it should: what it sends instead is stored by no cache. */
export const isComplete = ({ headers }: Response): boolean => !/no-store/.test(headers.get('cache-control') ?? '');
