import { type File, type Site, scaledAddress } from '@foyer/model';
import { type ImageSizes, sourcesOf } from '../ui/Picture.tsx';
import css from './Logo.module.css';

/** In rem, as in the styles. */
const HEIGHT = 2.5;
const MAX_WIDTH = 14;
/** The ratio of width to height above which a logo is taken to contain the name. */
const WORD_RATIO = 2.5;

/** The logo, as wide as its shape asks for, beside the name. A logo that says the name itself stands alone: a wide one, or one whose `alt` is the name. */
export function Logo({ site: { name, logo, logo_dark: dark } }: { site: Site }) {
  if (!logo) return <span>{name}</span>;
  const { width = 1, height = 1 } = logo;
  const isWord = width / height > WORD_RATIO || logo.alt === name;
  const all = [...(dark ? sources(dark, '(prefers-color-scheme: dark)') : []), ...sources(logo)];
  const image = (
    <img
      className={css.logo}
      src={logo.scaled ? scaledAddress(logo.scaled, 384, 'jpg') : logo.location}
      alt=""
      width={width}
      height={height}
    />
  );
  return (
    <>
      {all.length > 0 ? (
        <picture>
          {all}
          {image}
        </picture>
      ) : (
        image
      )}
      <span className={isWord ? 'visually-hidden' : undefined}>{name}</span>
    </>
  );
}

function sources(file: File, media?: string) {
  const { width = 1, height = 1, location } = file;
  const widthInRem = Math.min(MAX_WIDTH, (HEIGHT * width) / height);
  const sizes: ImageSizes = { sizes: `${widthInRem}rem`, minWidth: 64, maxWidth: 768 };
  const renditions = sourcesOf(file, sizes);
  // The picture's own file needs no source, unless it is for one scheme only.
  const all = renditions.length > 0 || !media ? renditions : [{ type: undefined, srcSet: location }];
  return all.map(({ type, srcSet }) => (
    <source key={`${media} ${type}`} {...{ type, srcSet, media, width, height }} sizes={type && sizes.sizes} />
  ));
}
