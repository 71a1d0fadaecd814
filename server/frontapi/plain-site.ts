import type { Site } from '../../shared/contract/site.ts';
import { pages } from '../../shared/routes.tsx';
import type { Config } from '../config.ts';

/** The site of an upstream that tells nothing of itself: the operator's name for it, and the screens that there are. */
export function plainSite({ site }: Config): Site {
  const menu = pages.flatMap(({ label, path }) => (label ? [{ label, href: path, children: [] }] : []));
  return { name: site.name ?? new URL(site.origin).hostname, menu, footer: [], phones: [], emails: [], social: [] };
}
