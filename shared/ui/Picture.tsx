import type { File } from '../contract/file.ts';
import placeholder from './placeholder.svg';

export interface PictureProps {
  /** None, or not a picture: the placeholder with the alternative text 'No Image'. */
  file: File | undefined;
  /** How wide it stands, as in the sizes attribute. */
  sizes: string;
  /** On the first screen: loaded at once. */
  eager?: boolean;
  className?: string;
}

export function Picture({ file, sizes, eager = false, className }: PictureProps) {
  if (!file)
    return <img className={className} src={placeholder} alt="No Image" width={1200} height={800} loading="lazy" />;
  const image = (
    <img
      className={className}
      src={file.location}
      alt={file.alt ?? ''}
      width={file.width ?? 1200}
      height={file.height ?? 800}
      loading={eager ? undefined : 'lazy'}
      fetchPriority={eager ? 'high' : undefined}
      decoding="async"
    />
  );
  const types = [...new Set(file.sources.map(({ mime }) => mime))];
  if (types.length === 0) return image;
  return (
    <picture>
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
