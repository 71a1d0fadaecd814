/** The main element. After a navigation it receives the focus. */
export const MAIN_ID = 'main';
/** What a list shows of its items, in words; what a calculator answers, or does not understand. */
export const LIST_STATUS_ID = 'list-status';
/** The live region. After a navigation screen readers announce the page's title from it, or the status of the same page. */
export const ANNOUNCER_ID = 'announcer';
