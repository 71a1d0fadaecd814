import { preload } from 'react-dom';
import { type Format, scaledAddress, srcSet } from '../picture.ts';
import type { File } from '../schema/file.ts';

/** Where a picture stands. */
export interface Place {
  /** How wide it is there, as in the sizes attribute. */
  sizes: string;
  /** The narrowest and the widest that it is had in there, in pixels of the screen. */
  from?: number;
  to?: number;
}

export interface PictureProps {
  file: File;
  place: Place;
  /** The first picture of the page, which its visitors wait for. */
  first?: boolean;
  className?: string;
  onLoad?: () => void;
  onError?: () => void;
}

/** Pictures without dimensions of their own get these, so that nothing moves when they come. */
export const DEFAULT_SIZE = { width: 1200, height: 800 };

/** For browsers that know neither AVIF nor WebP, and whoever wants a single address. */
const PLAIN_WIDTH = 960;
const TYPES = { avif: 'image/avif', webp: 'image/webp' } as const;

/** A picture in every size and format that there is of it. */
export function Picture({ file, place, first = false, className, onLoad, onError }: PictureProps) {
  const { scaled } = file;
  const sources = sourcesOf(file, place);
  const [best] = sources;
  if (first && best) {
    const { srcSet: imageSrcSet, type } = best;
    preload(file.location, { as: 'image', imageSrcSet, imageSizes: place.sizes, type, fetchPriority: 'high' });
  }
  const image = (
    <img
      className={className}
      src={scaled ? scaledAddress(scaled, PLAIN_WIDTH, 'jpg') : file.location}
      alt={file.alt ?? ''}
      width={file.width ?? DEFAULT_SIZE.width}
      height={file.height ?? DEFAULT_SIZE.height}
      fetchPriority={first ? 'high' : undefined}
      decoding="async"
      onLoad={onLoad}
      onError={onError}
    />
  );
  if (sources.length === 0) return image;
  return (
    <picture className={className}>
      {sources.map((source) => (
        <source key={source.type} {...source} sizes={place.sizes} />
      ))}
      {image}
    </picture>
  );
}

/** Of our own making, or of the upstream's. */
function sourcesOf({ scaled, width, sources }: File, { from, to }: Place): { type?: string; srcSet: string }[] {
  if (scaled) {
    const formats: (keyof typeof TYPES & Format)[] = ['avif', 'webp'];
    return formats.map((format) => ({ type: TYPES[format], srcSet: srcSet(scaled, format, { from, to, width }) }));
  }
  return [...new Set(sources.map(({ mime }) => mime))].map((type) => ({
    type,
    srcSet: sources
      .filter(({ mime }) => mime === type)
      .map(({ location, width }) => (width ? `${location} ${width}w` : location))
      .join(', '),
  }));
}
