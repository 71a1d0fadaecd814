import type { File } from '../contract/file.ts';

export interface PictureProps {
  file: File;
  /** How wide it stands, as in the sizes attribute. */
  sizes: string;
  /** The first picture of the page, which its visitors wait for. */
  first?: boolean;
  className?: string;
  onLoad?: () => void;
  onError?: () => void;
}

/** Pictures without dimensions of their own get these, so that nothing moves when they come. */
export const DEFAULT_SIZE = { width: 1200, height: 800 };

/** A picture in every size and format that there is of it. */
export function Picture({ file, sizes, first = false, className, onLoad, onError }: PictureProps) {
  const image = (
    <img
      className={className}
      src={file.location}
      alt={file.alt ?? ''}
      width={file.width ?? DEFAULT_SIZE.width}
      height={file.height ?? DEFAULT_SIZE.height}
      fetchPriority={first ? 'high' : undefined}
      decoding="async"
      onLoad={onLoad}
      onError={onError}
    />
  );
  const types = [...new Set(file.sources.map(({ mime }) => mime))];
  if (types.length === 0) return image;
  return (
    <picture className={className}>
      {types.map((type) => (
        <source key={type} type={type} sizes={sizes} srcSet={srcSet(file, type)} />
      ))}
      {image}
    </picture>
  );
}

function srcSet({ sources }: File, type: string | undefined): string {
  return sources
    .filter(({ mime }) => mime === type)
    .map(({ location, width }) => (width ? `${location} ${width}w` : location))
    .join(', ');
}
