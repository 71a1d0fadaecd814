/* The addresses in our own HTML: React and the sanitiser write every attribute in double quotes. */

const ATTRIBUTES = /\s(href|src|srcset|imagesrcset|action|content|poster|data)="([^"]*)"/gi;
const LISTS = /^(?:image)?srcset$/i;
/** What pages say to search engines, and nowhere else. */
const JSON_LD = /<script type="application\/ld\+json">(.*?)<\/script>/gs;

/** The addresses of the site in a page. @param origin of the site: absolute addresses begin with it */
export function linksIn(html: string, origin: string): Set<string> {
  const links = new Set<string>();
  for (const [, name = '', text = ''] of html.matchAll(ATTRIBUTES)) {
    const value = decodeEntities(text);
    const addresses = LISTS.test(name) ? value.split(/,\s+/).map((source) => source.split(' ', 1)[0] ?? '') : [value];
    for (const address of addresses) {
      const own = address.startsWith(`${origin}/`) ? address.slice(origin.length) : address;
      if (own.startsWith('/') && !own.startsWith('//')) links.add(own);
    }
  }
  for (const [, json = ''] of html.matchAll(JSON_LD))
    for (const [, address = ''] of json.matchAll(/"(https?:[^"\\]*)"/g))
      if (address.startsWith(`${origin}/media/`)) links.add(address.slice(origin.length));
  return links;
}

/** Replaces the addresses of links. @param replace from an address of the site to another one */
export const replaceLinks = (html: string, origin: string, replace: (address: string) => string): string =>
  html.replace(/(\s(?:href|content)=")([^"]*)"/g, (whole, begin: string, text: string) => {
    const value = decodeEntities(text);
    const base = value.startsWith(`${origin}/`) ? origin : '';
    const address = value.slice(base.length);
    if (!address.startsWith('/') || !address.includes('?')) return whole;
    const replaced = replace(address);
    return replaced === address ? whole : `${begin}${encodeEntities(base + replaced)}"`;
  });

const ENTITIES: Record<string, string> = {
  '&amp;': '&',
  '&quot;': '"',
  '&#x27;': "'",
  '&#39;': "'",
  '&lt;': '<',
  '&gt;': '>',
};
const decodeEntities = (text: string): string =>
  text.replace(/&(?:amp|quot|#x27|#39|lt|gt);/g, (entity) => ENTITIES[entity] ?? entity);
const encodeEntities = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');

/** The addresses of files in the JSON of an answer: documents and pictures that no page shows at first. */
export const filesInJson = (json: string): string[] =>
  [...json.matchAll(/"(\/media\/[^"@\\][^"\\]*)"/g)].map(([, address = '']) => address);
