import type { Place } from './Picture.tsx';

/** Where pictures stand, and how wide they are there: a test holds it against what Chromium makes of it. */
export const PLACES = {
  /** Of the home page's carousel: higher than most pictures are, so that their sides are cut. */
  slide: { sizes: '(min-width: 60rem) 75vw, 100vw', from: 384 },
  /** Beside a text of the same width. */
  half: { sizes: '(min-width: 60rem) 50vw, 100vw', from: 256, to: 1280 },
  card: { sizes: '(min-width: 60rem) 24rem, (min-width: 40rem) 50vw, 100vw', from: 256, to: 1280 },
  /** At the head of an item. */
  item: { sizes: '(min-width: 60rem) 56rem, 100vw', from: 384 },
  /** In the column of a text. */
  text: { sizes: '(min-width: 60rem) 42rem, 100vw', from: 256, to: 1600 },
  /** Alone. */
  screen: { sizes: '100vw', from: 384 },
  /** Higher than wide; of a picture that is not, the sides are cut. */
  portrait: { sizes: '15rem', from: 128, to: 512 },
  /** As high as a line or two, and usually wider. */
  logo: { sizes: '10rem', from: 96, to: 384 },
  sign: { sizes: '4rem', from: 64, to: 192 },
} as const satisfies Record<string, Place>;
