import type { Site } from './kinds/site.ts';

/* What the schema.org descriptions of several pages have in common. */

export const absolute = (address: string, origin: string): string => new URL(address, origin).href;

/** Whose site it is. */
export const organisation = (site: Site, origin: string) => ({
  '@type': 'Organization',
  name: site.name,
  url: `${origin}/`,
  logo: site.logo && absolute(site.logo.location, origin),
});

/** Undefined rather than half of one. */
export const coordinates = (latitude: number | undefined, longitude: number | undefined) =>
  latitude === undefined || longitude === undefined ? undefined : { '@type': 'GeoCoordinates', latitude, longitude };
