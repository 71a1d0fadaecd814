import { editionPath, isScreenOff, siteMessages, splitPath } from '@foyer/model';
import { decodedPath } from '../../shared/document/address-words.ts';
import type { NamedLink } from '../../shared/document/NotFound.tsx';
import { type RootData, SEARCH_PATH } from '../../shared/document/root.ts';
import { pages } from '../../shared/routes.ts';

/* Which link of the site is probably meant by an address without a page. */

/** Clients can send any path: its last parts are compared, and the beginning of each. */
const COMPARED_PARTS = 3;
const COMPARED_CHARACTERS = 60;
/** From 0, nothing in common, to 1, the same letters. */
const MIN_LIKENESS = 0.52;

/** The link that is probably meant, of those that the site names: its lists and pages with a name, menu and footer. */
export function meantLink(pathname: string, root: RootData): NamedLink | undefined {
  const { site, locale, locales } = root;
  const m = siteMessages(locale, site);
  const named = pages.flatMap(({ label, path }) =>
    label && !(root.isSearchOff && path === SEARCH_PATH) && !isScreenOff(path, site)
      ? [{ label: m[label], href: editionPath(path, root) }]
      : [],
  );
  const linked = [...site.menu.flatMap(({ children, ...item }) => [item, ...children]), ...site.footer];
  const own = linked.flatMap(({ label, href }) => (href?.startsWith('/') ? [{ label, href }] : []));
  const pathOf = (address: string) => decodedPath(splitPath(address.split(/[?#]/, 1)[0] ?? '', locales).path);
  // The menu may still name a page that is gone.
  const others = [...named, ...own].filter(({ href }) => pathOf(href) !== pathOf(pathname));
  return nearestLink(pathOf(pathname), others);
}

/**
 * The link whose address or name is most like a part of the path: by their pairs of letters, so that a plural, a hyphen or a
 * mistyped letter changes little. One only: an error page is rendered once for each that it may offer.
 */
function nearestLink(path: string, links: NamedLink[]): NamedLink | undefined {
  const parts = path
    .split('/')
    .slice(-COMPARED_PARTS)
    .map((part) => pairsOf(part.slice(0, COMPARED_CHARACTERS)));
  const [nearest] = links
    .map((link) => {
      const names = [link.label, link.href.split('/').at(-1) ?? ''].map(pairsOf);
      return { link, likeness: Math.max(...parts.flatMap((part) => names.map((name) => likeness(part, name)))) };
    })
    .filter(({ likeness }) => likeness >= MIN_LIKENESS)
    .sort((a, b) => b.likeness - a.likeness);
  return nearest?.link;
}

/** The pairs of neighbouring letters of a text. */
function pairsOf(text: string): Set<string> {
  const letters = text.toLowerCase().replace(/[^\p{L}\p{M}\p{N}]/gu, '');
  return new Set([...letters].slice(1).map((_, index) => letters.slice(index, index + 2)));
}

/** Dice's coefficient. */
const likeness = (some: Set<string>, others: Set<string>): number =>
  (2 * [...some].filter((pair) => others.has(pair)).length) / (some.size + others.size || 1);
