/** The main element. After a navigation it receives the focus. */
export const MAIN_ID = 'main';
/** The live region. After a navigation screen readers announce the page's title from it. */
export const ANNOUNCER_ID = 'announcer';
