import { parseHtml } from '@foyer/gateway';
import type { Element, Root } from 'hast';
import { toHtml } from 'hast-util-to-html';

/** HTML in which addresses of fetched files are those of the folder. */
export function withLocations(html: string, locationOf: (address: string) => string | undefined): string {
  const tree = parseHtml(html);
  let isChanged = false;
  const replace = (parent: Root | Element) => {
    for (const child of parent.children) {
      if (child.type !== 'element') continue;
      for (const name of ['src', 'href'] as const) {
        const address = child.properties[name];
        const location = typeof address === 'string' ? locationOf(address) : undefined;
        if (location === undefined) continue;
        child.properties[name] = location;
        isChanged = true;
      }
      replace(child);
    }
  };
  replace(tree);
  return isChanged ? toHtml(tree) : html;
}
