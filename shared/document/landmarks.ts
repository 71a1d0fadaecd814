/** Where navigation puts the focus. */
export const MAIN_ID = 'main';
/** Where it tells screen readers of the new screen. */
export const ANNOUNCER_ID = 'announcer';
/** Milliseconds until a screen that is not ready gives its place to the placeholder. */
export const PATIENCE = 300;
