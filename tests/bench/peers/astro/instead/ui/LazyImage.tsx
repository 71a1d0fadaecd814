import { scaledAddress, srcSet } from '../model/image-renditions.ts';
import type { File } from '../model/schema/file.ts';
import css from './LazyImage.module.css';
import { DEFAULT_SIZE, Picture, type PictureProps } from './Picture.tsx';

interface LazyImageProps extends Pick<PictureProps, 'sizes' | 'isFirst'> {
  file: File | undefined;
}

/** The page has no scripts, so it is the browser that decides when a picture is near. */
export function LazyImage({ file, sizes, isFirst }: LazyImageProps) {
  if (!file) return <img src="/placeholder.svg" alt="No Image" {...DEFAULT_SIZE} />;
  const { scaled, location, alt = '' } = file;
  const { width, height } = { ...DEFAULT_SIZE, ...(file.width && file.height ? file : {}) };
  const src = scaled ? scaledAddress(scaled, 960, 'jpg') : location;
  const options = { ...sizes, originalWidth: file.width };
  if (isFirst)
    return (
      <span className={css.frame}>
        <Picture className={css.picture} file={file} sizes={sizes} isFirst />
      </span>
    );
  return (
    <span className={css.frame}>
      <picture className={css.picture}>
        {scaled && <source type="image/avif" srcSet={srcSet(scaled, 'avif', options)} sizes={sizes.sizes} />}
        {scaled && <source type="image/webp" srcSet={srcSet(scaled, 'webp', options)} sizes={sizes.sizes} />}
        <img
          className={css.picture}
          src={src}
          alt={alt}
          width={width}
          height={height}
          loading="lazy"
          decoding="async"
        />
      </picture>
    </span>
  );
}
