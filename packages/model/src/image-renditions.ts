/* Sizes, formats and addresses of the renditions that the server creates of an image (packages/images/src/). */

/** Each at most half as wide again as the one before it: a browser loads little more than it needs. */
export const WIDTHS = [64, 96, 128, 192, 256, 384, 512, 640, 768, 960, 1280, 1600, 1920] as const;
/** For social networks; cropped to these dimensions. */
export const SHARE_IMAGE = { size: 'shared', width: 1200, height: 630 } as const;
export const FORMATS = ['avif', 'webp', 'jpg'] as const;

export type Size = (typeof WIDTHS)[number] | (typeof SHARE_IMAGE)['size'];
export type Format = (typeof FORMATS)[number];

/** What the server knows about an image; part of each answer that names the image. */
export interface Scalable {
  /** The image's name in addresses of renditions. Undefined: there are only originals. */
  scaled?: string;
  /** The dominant colour, `#rrggbb`. Undefined until it is known. */
  colour?: string;
}

export const RENDITIONS_PATH = '/media/@';

/** Format and size are part of the address and do not depend on `Accept`: a CDN stores one answer for an address, and may ignore `Vary`. */
export const scaledAddress = (scaled: string, size: Size, format: Format): string =>
  `${RENDITIONS_PATH}${size}/${scaled}.${format}`;

/** The largest rendition, for links and machine-readable forms. Unlike the original it has no camera metadata. */
export const largeAddress = ({ location, scaled }: Scalable & { location: string }): string =>
  scaled ? scaledAddress(scaled, 1920, 'jpg') : location;

interface SrcSetOptions {
  minWidth?: number;
  maxWidth?: number;
  originalWidth?: number;
}

/** The `srcset` attribute: all widths between minimum and maximum, up to the width of the original. */
export function srcSet(
  scaled: string,
  format: Format,
  { minWidth = 192, maxWidth = 1920, originalWidth = maxWidth }: SrcSetOptions = {},
): string {
  const inRange = WIDTHS.filter((width) => width >= minWidth && width <= maxWidth);
  // The first rendition that is as large as the original has the original's width.
  const last = inRange.findIndex((width) => width >= originalWidth);
  const offered = last < 0 ? inRange : inRange.slice(0, last + 1);
  return offered.map((size) => `${scaledAddress(scaled, size, format)} ${Math.min(size, originalWidth)}w`).join(', ');
}
