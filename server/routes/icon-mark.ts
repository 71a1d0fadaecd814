/*
 * The icon of a site that names none: its first letter on its accent. The letters are strokes on a square of 24, because a server
 * has no fonts.
 */

const RING = 'M12 5a7 7 0 1 0 0 14a7 7 0 1 0 0-14Z';
const P = 'M8 19V5h4.5a4 4 0 0 1 0 8H8';

const LETTERS: Record<string, string> = {
  A: 'M6 19 12 5l6 14M8.2 14h7.6',
  B: 'M8 5v14h5a3.75 3.75 0 0 0 0-7.5H8V5h4.2a3.25 3.25 0 0 1 0 6.5',
  C: 'M17.7 8A7 7 0 1 0 17.7 16',
  D: 'M7.5 5v14H11a7 7 0 0 0 0-14Z',
  E: 'M16 5H8v14h8M8 12h6.5',
  F: 'M16 5H8v14M8 12h6.5',
  G: 'M17.7 8A7 7 0 1 0 19 12h-5.5',
  H: 'M7 5v14M17 5v14M7 12h10',
  I: 'M12 5v14',
  J: 'M15.5 5v9.5a4.25 4.25 0 0 1-8.5 0',
  K: 'M8 5v14M17 5 8 13.5M11.4 10.4 17.5 19',
  L: 'M8.5 5v14H16',
  M: 'M5.5 19V5L12 14l6.5-9v14',
  N: 'M7 19V5l10 14V5',
  O: RING,
  P,
  Q: `${RING}M14.5 14.5l4.5 4.5`,
  R: `${P}M12.5 13 17 19`,
  S: 'M16.4 7.6A4.4 3.4 0 0 0 12.2 5C9.5 5 7.8 6.5 7.8 8.4c0 4.8 8.9 2.4 8.9 7.1C16.7 17.6 14.8 19 12 19a4.8 4 0 0 1-4.7-2.9',
  T: 'M6 5h12M12 5v14',
  U: 'M7 5v9a5 5 0 0 0 10 0V5',
  V: 'M6 5l6 14L18 5',
  W: 'M4 5l4 14 4-11 4 11 4-14',
  X: 'M6.5 5l11 14M17.5 5l-11 14',
  Y: 'M6 5l6 7.5L18 5M12 12.5V19',
  Z: 'M7 5h10L7 19h10',
};

interface Mark {
  /** Of the site: a ring stands for one that begins in another script than Latin. */
  name: string;
  /** As `#rrggbb`. */
  ground: string;
  on: string;
  /** False where the system cuts its own shape out of the icon. */
  isRounded: boolean;
}

/** An SVG document. */
export function markSvg({ name, ground, on, isRounded }: Mark): string {
  const [initial = ''] = name.normalize('NFD').toUpperCase();
  return [
    '<svg xmlns="http://www.w3.org/2000/svg" width="24" height="24" viewBox="0 0 24 24">',
    `<rect width="24" height="24" rx="${isRounded ? 5 : 0}" fill="${ground}"/>`,
    `<path transform="translate(3.6 3.6) scale(.7)" d="${LETTERS[initial] ?? RING}" fill="none" stroke="${on}"`,
    ' stroke-width="2.6" stroke-linecap="round" stroke-linejoin="round"/></svg>',
  ].join('');
}
