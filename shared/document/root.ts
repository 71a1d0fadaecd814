import type { Site } from '../kinds/site.ts';

/** What all pages share. */
export interface RootData {
  site: Site;
  /** The site's accent colour, of which the inline styles have the tints. */
  accent?: string;
  /** Of the site's public address, e.g. https://www.example.org */
  origin: string;
  indexable: boolean;
  /** `site` is a fallback, because the upstream's site was not available in time. */
  isProvisional: boolean;
}
