import { type File, type Format, scaledAddress, srcSet } from '@foyer/model';
import { useEffect, useRef, useState } from 'react';
import { preload } from 'react-dom';
import { useTextLang } from '../shown-page.ts';
// Without a shape of its own: it has that of the picture.
import placeholder from './placeholder.svg';

/** The widths of an image at one place in the layout. */
export interface ImageSizes {
  /** The `sizes` attribute. */
  sizes: string;
  /** The narrowest and the widest rendition that is offered, in device pixels. */
  minWidth?: number;
  maxWidth?: number;
}

export interface PictureProps {
  file: File;
  sizes: ImageSizes;
  /** The first image of the page: it is preloaded. */
  isFirst?: boolean;
  className?: string;
  onLoad?: () => void;
  /** The caller shows something else. Undefined: the placeholder takes the picture's place. */
  onError?: () => void;
}

/** For images of unknown dimensions: the layout does not shift when they load. */
export const DEFAULT_SIZE = { width: 1200, height: 800 };

/** The JPEG rendition in `src`, for browsers without AVIF and WebP. */
const FALLBACK_WIDTH = 960;
const TYPES = { avif: 'image/avif', webp: 'image/webp' } as const;

/** An image with all of its renditions. */
export function Picture({ file, sizes, isFirst = false, className, onLoad, onError }: PictureProps) {
  const { scaled } = file;
  const langOf = useTextLang();
  const element = useRef<HTMLImageElement>(null);
  const [failed, setFailed] = useState<string>();
  const hasFailed = failed === file.location;
  useEffect(() => {
    const { current } = element;
    if (onError || !current?.complete || current.naturalWidth > 0) return;
    // It may have failed before hydration, or be an SVG without a size of its own.
    current.decode().catch(() => setFailed(file.location));
  }, [file.location, onError]);
  const sources = sourcesOf(file, sizes);
  const [best] = sources;
  if (isFirst && best) {
    const { srcSet: imageSrcSet, type } = best;
    preload(file.location, { as: 'image', imageSrcSet, imageSizes: sizes.sizes, type, fetchPriority: 'high' });
  }
  const image = (
    <img
      ref={element}
      className={className}
      src={hasFailed ? placeholder : scaled ? scaledAddress(scaled, FALLBACK_WIDTH, 'jpg') : file.location}
      alt={file.alt ?? ''}
      lang={langOf(file.alt)}
      width={file.width ?? DEFAULT_SIZE.width}
      height={file.height ?? DEFAULT_SIZE.height}
      {...focusAttributes(file)}
      fetchPriority={isFirst ? 'high' : undefined}
      decoding="async"
      onLoad={onLoad}
      onError={onError ?? (() => setFailed(file.location))}
    />
  );
  if (sources.length === 0) return image;
  return (
    <picture className={className}>
      {!hasFailed && sources.map((source) => <source key={source.type} {...source} sizes={sizes.sizes} />)}
      {image}
    </picture>
  );
}

/** The focal point in tenths: the policy allows no style of its own for an element, so that global.css has one for each. */
function focusAttributes({ focus }: File): Record<string, number> {
  const [x, y] = focus?.split(' ').map((share) => Math.round(Number.parseInt(share, 10) / 10)) ?? [];
  return x === undefined || y === undefined ? {} : { 'data-focus-x': x, 'data-focus-y': y };
}

/** The renditions that this server creates, or those that the upstream names. */
export function sourcesOf(
  { scaled, width, sources }: File,
  { minWidth, maxWidth }: ImageSizes,
): { type?: string; srcSet: string }[] {
  if (scaled) {
    const formats: (keyof typeof TYPES & Format)[] = ['avif', 'webp'];
    return formats.map((format) => ({
      type: TYPES[format],
      srcSet: srcSet(scaled, format, { minWidth, maxWidth, originalWidth: width }),
    }));
  }
  return [...new Set(sources.map(({ mime }) => mime))].map((type) => ({
    type,
    srcSet: sources
      .filter(({ mime }) => mime === type)
      .map(({ location, width }) => (width ? `${location} ${width}w` : location))
      .join(', '),
  }));
}
