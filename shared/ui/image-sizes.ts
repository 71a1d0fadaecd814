import type { ImageSizes } from './Picture.tsx';

/** The widths of images by their place in the layout. tests/browser/pictures.test.ts compares them with Chromium's layout. */
export const IMAGE_SIZES = {
  /** A slide of the home page's carousel. It is taller than most images, whose sides are then cut off. */
  slide: { sizes: '(min-width: 60rem) 75vw, 100vw', minWidth: 384 },
  /** Beside a text of the same width. */
  half: { sizes: '(min-width: 60rem) 50vw, 100vw', minWidth: 256, maxWidth: 1280 },
  card: { sizes: '(min-width: 60rem) 24rem, (min-width: 40rem) 50vw, 100vw', minWidth: 256, maxWidth: 1280 },
  /** Above the text of an item. */
  item: { sizes: '(min-width: 60rem) 42rem, 100vw', minWidth: 384 },
  /** In the text column. */
  text: { sizes: '(min-width: 60rem) 42rem, 100vw', minWidth: 256, maxWidth: 1600 },
  /** In an album's viewer. */
  screen: { sizes: '100vw', minWidth: 384 },
  /** Taller than wide: the sides of wider images are cut off. */
  portrait: { sizes: '15rem', minWidth: 128, maxWidth: 512 },
  /** Beside a virtue. */
  icon: { sizes: '4rem', minWidth: 64, maxWidth: 192 },
} as const satisfies Record<string, ImageSizes>;
