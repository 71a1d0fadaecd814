/* Where an address of the export is in its folder. */

/** Whether a page is a file beside others, which the host finds without its extension, or the index of a folder of its own. */
export type Layout = 'files' | 'folders';

/** The file of a page's address. */
export const pageFile = (address: string, layout: Layout): string => fileOfPage(filePath(address), layout);

/** The same, by the path that `filePath` returns. */
export function fileOfPage(path: string, layout: Layout): string {
  if (path === '') return 'index.html';
  return layout === 'files' ? `${path}.html` : `${path}/index.html`;
}

/** The file of any other address. Hosts decode an address before they look for its file. Throws a URIError for one that is none in the folder. */
export function filePath(address: string): string {
  const path = decodeURIComponent(address.split(/[?#]/, 1)[0] ?? '').slice(1);
  const segments = path.split('/');
  if (
    path.includes('\0') ||
    segments.some((segment) => segment === '..' || Buffer.byteLength(segment) > MAX_NAME_BYTES)
  )
    throw new URIError(`${address} cannot be a file`);
  return path;
}

/** Of a file's name in common file systems, without the extensions that the export adds. */
const MAX_NAME_BYTES = 240;

/** The page of an address that is not found. @param prefix of the edition: empty or `/ne` */
export const notFoundFile = (prefix: string): string => `${prefix}/404.html`.slice(1);
