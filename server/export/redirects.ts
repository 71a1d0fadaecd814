import { editionPath, splitPath } from '../../shared/edition.ts';
import { exportedAddress } from '../../shared/exported-address.ts';
import type { Redirect } from '../../shared/kinds/redirects.ts';
import type { Gateway } from '../content-api/gateway.ts';

/** The path of an address that the server would redirect: of this site, without a query. */
const PATH = /^\/[^?#]*$/;
/** No request has them. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const CONTROL_CHARACTERS = /[\x00-\x1f\x7f]/;

/**
 * The redirects that the server has, for each address in each edition one. Hosts compare decoded addresses, and nginx refuses two
 * for one.
 * @param isExported whether the export has a file for a decoded path, which is without its first slash: a redirect must not hide it
 */
export async function exportedRedirects(
  gateway: Pick<Gateway, 'redirects' | 'redirect' | 'locales'>,
  isExported: (path: string) => boolean,
): Promise<Pick<Redirect, 'from' | 'to'>[]> {
  const { locales } = gateway;
  const byAddress = new Map<string, Pick<Redirect, 'from' | 'to'>>();
  const all = await gateway.redirects();
  const addresses = locales.flatMap((locale) =>
    all.flatMap(({ from }) => {
      const namesEdition = splitPath(from, locales).locale !== locales[0];
      return namesEdition && locale !== locales[0] ? [] : [editionPath(from, { locale, locales })];
    }),
  );
  for (const from of addresses) {
    const decoded = decodedPath(from);
    if (decoded === undefined || byAddress.has(decoded) || isExported(decoded.slice(1))) continue;
    const redirect = await gateway.redirect(from);
    if (redirect) byAddress.set(decoded, { from, to: redirect.to && exportedAddress(redirect.to, locales) });
  }
  return [...byAddress.values()];
}

/** Undefined for what no request can ask for. */
function decodedPath(address: string): string | undefined {
  if (!PATH.test(address)) return undefined;
  try {
    const path = decodeURIComponent(address);
    return CONTROL_CHARACTERS.test(path) ? undefined : path;
  } catch {
    return undefined;
  }
}
