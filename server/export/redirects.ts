import { type Gateway, inEdition, type RedirectEntry } from '@foyer/gateway';
import type { Locale } from '@foyer/messages';
import { editionPath, splitPath } from '@foyer/model';
import { exportedAddress } from '../../shared/exported-address.ts';

/** A redirect as hosts have it. */
export interface ExportedRedirect {
  /** A path. Of a prefix: without the `/*` at its end. */
  from: string;
  isPrefix: boolean;
  /** Parameters of the request; empty: any. */
  query: string;
  /** Undefined: it is gone. Of a prefix, `/*` at the end stands for the rest. */
  to?: string;
}

/**
 * The redirects that the server has, for each address in each edition one. Hosts compare decoded addresses, and nginx refuses two
 * for one. The first that matches is the one that RedirectTable finds: Netlify and Cloudflare take the first.
 * @param isExported whether the export has a file for a decoded path, which is without its first slash: a redirect must not hide it
 */
export async function exportedRedirects(
  gateway: Pick<Gateway, 'redirects' | 'redirect' | 'locales'>,
  isExported: (path: string) => boolean,
): Promise<ExportedRedirect[]> {
  const { locales } = gateway;
  const byAddress = new Map<string, ExportedRedirect>();
  const { entries } = await gateway.redirects();
  const add = async (
    from: string,
    entry: RedirectEntry,
    { isPrefix, locale }: { isPrefix: boolean; locale: Locale },
  ) => {
    const query = entry.source.query.toString();
    const path = decodeURIComponent(from);
    const key = `${path}${isPrefix ? '/*' : ''}?${query}`;
    const isPlain = !isPrefix && query === '';
    if (byAddress.has(key) || (isPlain && isExported(path.slice(1)))) return;
    // One that follows another, or has no end, is as the server answers it.
    const found = isPlain ? await gateway.redirect(from) : { to: inEdition(entry.redirect.to, { locale, locales }) };
    const to = found?.to && exportedAddress(found.to, locales);
    if (found) byAddress.set(key, { from, isPrefix, query, to });
  };
  for (const entry of entries) {
    const { path, isPrefix } = entry.source;
    const namesEdition = splitPath(path, locales).locale !== locales[0];
    for (const locale of namesEdition ? locales.slice(0, 1) : locales) {
      const from = editionPath(path, { locale, locales });
      await add(from, entry, { isPrefix: false, locale });
      // The server looks for the whole path first, among the entries that name an edition.
      const isBehind = !namesEdition && from !== path && entries.some(({ source }) => isPrefixOf(source, from));
      if (isPrefix && !isBehind) await add(from, entry, { isPrefix, locale });
    }
  }
  return inOrder([...byAddress.values()]);
}

const isPrefixOf = ({ path, isPrefix }: RedirectEntry['source'], other: string): boolean =>
  isPrefix && other.startsWith(`${path}/`);

function inOrder(redirects: readonly ExportedRedirect[]): ExportedRedirect[] {
  const withQuery = redirects.filter(({ query }) => query !== '');
  const others = redirects.filter(({ query }) => query === '');
  const prefixes = others.filter(({ isPrefix }) => isPrefix).sort((a, b) => b.from.length - a.from.length);
  // Of several queries of one address the table has the last one first.
  return [...withQuery.reverse(), ...others.filter(({ isPrefix }) => !isPrefix), ...prefixes];
}
