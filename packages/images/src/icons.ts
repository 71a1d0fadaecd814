/** A square picture that is made of a site's icon. */
export interface Icon {
  /** In pixels. */
  size: number;
  /** The part of its size that is left free at each side. */
  inset?: number;
  /** On white: where the system would show black behind it. */
  isOpaque?: boolean;
}

/** By the names that they have in the disk cache. */
export const ICONS = {
  icon16: { size: 16 },
  icon32: { size: 32 },
  icon192: { size: 192 },
  icon512: { size: 512 },
  /** Of Apple's home screens, which round its corners. */
  icon180: { size: 180, inset: 0.1, isOpaque: true },
  /** Of systems that cut any shape out of it: a circle of 80 % of its width is always shown. */
  maskable512: { size: 512, inset: 0.2, isOpaque: true },
} as const satisfies Record<string, Icon>;

export type IconName = keyof typeof ICONS;
