import type { Site } from '@foyer/model';

/* Parts of schema.org descriptions that several pages share. */

export const absoluteUrl = (address: string, origin: string): string => new URL(address, origin).href;

/** The organisation that publishes the site. */
export const organisation = (site: Site, origin: string) => ({
  '@type': 'Organization',
  name: site.name,
  url: `${origin}/`,
  logo: site.logo && absoluteUrl(site.logo.location, origin),
});

/** An address in Nepal: the sites are of organisations there. */
export const postalAddress = (parts: { streetAddress?: string; addressLocality?: string; addressRegion?: string }) => ({
  '@type': 'PostalAddress',
  ...parts,
  addressCountry: 'NP',
});

/** Undefined unless both coordinates are known. */
export const coordinates = (latitude: number | undefined, longitude: number | undefined) =>
  latitude === undefined || longitude === undefined ? undefined : { '@type': 'GeoCoordinates', latitude, longitude };
