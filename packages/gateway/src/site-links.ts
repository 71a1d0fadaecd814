import type { Site } from '@foyer/model';

/** The addresses of the menu, those of its groups included. A group may have no address of its own. */
export const menuLinks = ({ menu }: Pick<Site, 'menu'>): string[] =>
  menu.flatMap(({ href, children }) => [...(href === undefined ? [] : [href]), ...children.map((child) => child.href)]);

/** The addresses of menu and footer. */
export const siteLinks = (site: Pick<Site, 'menu' | 'footer'>): string[] => [
  ...menuLinks(site),
  ...site.footer.map(({ href }) => href),
];
