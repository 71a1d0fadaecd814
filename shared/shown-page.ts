import type { Messages } from '@foyer/messages';
import { editionPath, isRenamed, localeOf, siteMessages, textLocale } from '@foyer/model';
import { createContext, useContext } from 'react';
import type { RootData } from './document/root.ts';
import type { Page } from './page.ts';

/* The page that is shown, for the components that depend on it. */

/** A place on the site. */
export interface PageLocation {
  pathname: string;
  search: string;
  hash: string;
  /** Of the browser's history entry. */
  key: string;
}

/** What a document is rendered from. */
export interface ShownPage {
  location: PageLocation;
  page: Page;
  root: RootData;
  /** The data of the page's loader; empty if it failed. */
  data: object;
  /** Why the page's loader failed. */
  error?: unknown;
}

export interface NavigateOptions {
  /** Replaces the history entry. */
  replace?: boolean;
  viewTransition?: boolean;
  /** The scroll position stays. */
  keepScroll?: boolean;
}

/** Navigates without a page load. @param to an address of this site, relative to the current one */
export type Navigate = (to: string, options?: NavigateOptions) => Promise<void>;

export const ShownPageContext = createContext<ShownPage | undefined>(undefined);
/** Browser only: whether the next page is being loaded, or could not be, because the visitor is offline. */
export const NavigationContext = createContext({ isLoading: false, isOffline: false });
/** Browser only. */
export const NavigateContext = createContext<Navigate>(() => Promise.reject(new Error('the server does not navigate')));

export function useShownPage(): ShownPage {
  const shown = useContext(ShownPageContext);
  if (!shown) throw new Error('no page is shown');
  return shown;
}

export const useLocation = (): PageLocation => useShownPage().location;
/** The data of the site, which all pages share. */
export const useRoot = (): RootData => useShownPage().root;
/** The interface texts of the shown edition, with the names that the site has for its screens. */
export function useMessages(): Messages {
  const { locale, site } = useRoot();
  return siteMessages(locale, site);
}
/** Whether the site calls a screen otherwise. @param path of its list, in the default edition */
export function useIsRenamed(path: string): boolean {
  const { locale, site } = useRoot();
  return isRenamed(path, locale, site);
}
/** Returns a function for the address of a page in the shown edition. It takes the path of the default edition. */
export function useHref(): (path: string) => string {
  const root = useRoot();
  return (path) => editionPath(path, root);
}

/**
 * Returns a function for the `lang` of a text, by its letters; undefined for a text in the language of the page. Answers say the language
 * of an item, not that of a menu's label, nor that of such a field which a translation has of its original.
 * @returns (text, itemLang); the text of an item in a language without an edition is taken to be in that language
 */
export function useTextLang(): (text: string | undefined, itemLang?: string) => string | undefined {
  const { locale } = useRoot();
  return (text = '', itemLang = locale) => {
    const itemLocale = localeOf(itemLang);
    const lang = itemLocale ? textLocale(text, itemLocale) : itemLang;
    return lang === locale ? undefined : lang;
  };
}

export const useNavigation = () => useContext(NavigationContext);
export const useNavigate = (): Navigate => useContext(NavigateContext);
