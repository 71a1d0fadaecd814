import type { Site } from '../kinds/site.ts';
import { useRouteLoaderData } from '../router.ts';

/** The data of the root route, which all pages share. */
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

/** The id of the root route. */
export const ROOT = 'root';

export function useRoot(): RootData {
  const root = useRouteLoaderData<RootData>(ROOT);
  if (!root) throw new Error('no root data');
  return root;
}
