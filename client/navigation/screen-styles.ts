import { leanOf } from '../../shared/hydration.tsx';

/*
 * The styles of screens. Those of the first screen are inline, each later one brings its file with its script. Only those of the
 * shown screen apply, after the styles of every page: how a screen looks does not depend on the screens before it.
 */

const loads = new Map<string, Promise<void>>();

/** Loads all styles of a screen, which do not apply yet. Rejects if they do not arrive. */
export function loadStyles(screen: string): Promise<void> {
  const isLoaded = screen === '' || sheets().some(({ dataset }) => dataset.href === screen);
  const load = loads.get(screen) ?? (isLoaded ? Promise.resolve() : request(screen));
  loads.set(screen, load);
  return load;
}

/** Applies the styles of a screen instead of those of the screen before it. The lean ones of a first page are repeated in all of them, which follow. */
export function showStyles(screen: string): void {
  const shown = [screen, leanOf(screen)];
  for (const sheet of sheets()) sheet.media = shown.includes(sheet.dataset.href ?? '') ? '' : NEVER;
}

/** A medium that no device is. */
const NEVER = 'not all';

/** The inline style of the first screen, and the links of later ones: shared/hydration.tsx says how they are named. */
const sheets = () => [
  ...document.head.querySelectorAll<HTMLStyleElement | HTMLLinkElement>('[data-precedence=screen]'),
];

function request(screen: string): Promise<void> {
  const frame = document.head.querySelector<HTMLStyleElement>('[data-precedence=frame]');
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.media = NEVER;
  link.href = `/assets/${screen}-${frame?.dataset.href}.css`;
  Object.assign(link.dataset, { precedence: 'screen', href: screen });
  return new Promise((resolve, reject) => {
    link.onload = () => resolve();
    link.onerror = () => {
      link.remove();
      loads.delete(screen);
      reject(new Error(`no ${link.href}`));
    };
    document.head.append(link);
  });
}
