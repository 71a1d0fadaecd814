import { paletteOf, SCHEMES } from '@foyer/model';
import type { RootData } from '../../shared/document/root.ts';

/** The icons of the site, and the colour of the browser around it. The browser keeps the server's elements, so no script has them. */
export function BrandHead({ brand = {} }: RootData) {
  const { favicon } = brand;
  const isVector = favicon && /\.svg(?:$|[?#])/i.test(favicon.location);
  return (
    <>
      <link rel="icon" href="/favicon.ico" sizes="32x32" />
      {isVector && <link rel="icon" href={favicon.location} type="image/svg+xml" />}
      <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
      <link rel="manifest" href="/site.webmanifest" />
      {SCHEMES.map((scheme) => (
        <meta
          key={scheme}
          name="theme-color"
          media={`(prefers-color-scheme: ${scheme})`}
          content={paletteOf(scheme, brand.theme?.colours?.[scheme]).paper_raised}
        />
      ))}
    </>
  );
}
