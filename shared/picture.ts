/* The sizes and formats that pictures are had in, and their addresses; what stands behind an address is server/pictures/. */

/** Each at most half as wide again as the one before: no browser takes much more than it needs. */
export const WIDTHS = [64, 96, 128, 192, 256, 384, 512, 640, 768, 960, 1280, 1600, 1920] as const;
/** What social networks show of a page; cut to measure. */
export const SHARED = { size: 'shared', width: 1200, height: 630 } as const;
export const FORMATS = ['avif', 'webp', 'jpg'] as const;

export type Size = (typeof WIDTHS)[number] | (typeof SHARED)['size'];
export type Format = (typeof FORMATS)[number];

/** What can be done for a picture; beside its location in each answer that names one. */
export interface Scalable {
  /** Its name in addresses: none where it is shown as it is. */
  scaled?: string;
  /** Roughly its own, `#rrggbb`, once it is known. */
  colour?: string;
}

export const SCALED = '/media/@';

/** Format and size are in the address, not in what a browser accepts: a CDN keeps one answer for each address, and heeds no `Vary`. */
export const scaledAddress = (scaled: string, size: Size, format: Format): string =>
  `${SCALED}${size}/${scaled}.${format}`;

/** For whoever wants a single address, as large as it may be, and without what the camera has written into the original. */
export const largeAddress = ({ location, scaled }: Scalable & { location: string }): string =>
  scaled ? scaledAddress(scaled, 1920, 'jpg') : location;

/** Every width that a place may want, as in the srcset attribute: from one on, and no larger than the original. */
export function srcSet(
  scaled: string,
  format: Format,
  { from = 192, to = 1920, width = to }: { from?: number; to?: number; width?: number } = {},
): string {
  const fitting = WIDTHS.filter((candidate) => candidate >= from && candidate <= to);
  // The first one that is as large as the original is the original's own width.
  const last = fitting.findIndex((candidate) => candidate >= width);
  const offered = last < 0 ? fitting : fitting.slice(0, last + 1);
  return offered.map((size) => `${scaledAddress(scaled, size, format)} ${Math.min(size, width)}w`).join(', ');
}
