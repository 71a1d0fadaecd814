/* How the entry tells the inline script (start-scripts.ts) how hydration ended: events of the document. */

/** The page is hydrated. */
export const HYDRATED = 'foyer:hydrated';
/** The page stays as the server sent it. */
export const NOT_HYDRATED = 'foyer:not-hydrated';
