import type { Site } from '../kinds/site.ts';
import { useRouteLoaderData } from '../router.ts';

/** The data that every page has. */
export interface RootData {
  site: Site;
  /** The address of the stylesheet with the tints of the site's accent. */
  theme?: string;
  /** Of the site's public address, e.g. https://www.example.org */
  origin: string;
  indexable: boolean;
  /** The site is a plain one, standing in for one that could not be had. */
  provisional: boolean;
}

export const ROOT = 'root';

export function useRoot(): RootData {
  const root = useRouteLoaderData<RootData>(ROOT);
  if (!root) throw new Error('no root data');
  return root;
}
