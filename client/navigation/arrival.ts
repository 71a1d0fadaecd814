import { ANNOUNCER_ID, MAIN_ID } from '../../shared/document/landmarks.ts';

/** What a page load does by itself and a navigation by script must do: the focus goes to the new screen, its title is said. */
export function announceArrival(hash: string): void {
  // The new screen's title is in place once React has committed it, a frame after the router says so.
  requestAnimationFrame(() =>
    setTimeout(() => {
      const announcer = document.getElementById(ANNOUNCER_ID);
      if (announcer) announcer.textContent = document.title;
      const target =
        (hash && document.getElementById(decodeURIComponent(hash.slice(1)))) || document.getElementById(MAIN_ID);
      target?.focus({ preventScroll: true });
    }),
  );
}
