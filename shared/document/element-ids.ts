/** The main element. After a navigation it receives the focus. */
export const MAIN_ID = 'main';
/** What a list shows of its items, in words. */
export const LIST_STATUS_ID = 'list-status';
/** The live region. After a navigation screen readers announce the page's title from it, and what a list shows. */
export const ANNOUNCER_ID = 'announcer';
