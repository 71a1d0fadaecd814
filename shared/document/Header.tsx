import type { Site } from '@foyer/model';
import { useEffect, useRef } from 'react';
import { useHref, useMessages, useShownPage, useTextLang } from '../shown-page.ts';
import { useStaticPart } from '../static-part.tsx';
import { Icon } from '../ui/Icon.tsx';
import { SEARCH_ICON, SearchBox } from '../ui/SearchBox.tsx';
import css from './Header.module.css';
import { LanguageSwitch } from './LanguageSwitch.tsx';
import { Logo } from './Logo.tsx';

const MENU_ID = 'menu';

/** Name, search and menu. On small screens the menu is a popover: it opens and closes without scripts. */
export function Header({ site }: { site: Site }) {
  const m = useMessages();
  const href = useHref();
  const part = useStaticPart();
  const nav = useRef<HTMLElement>(null);
  const { location, page, error, root } = useShownPage();
  const isSearch = page.path === '/search' && error === undefined;
  const { key, pathname } = location;
  // Any other address leaves the menu as it is.
  const current = site.menu
    .flatMap(({ children, ...item }) => [item, ...children])
    .find(({ href }) => href === pathname)?.href;
  useMenuClosing(nav, key);
  return (
    <header
      className={css.header}
      data-here={isSearch ? 'search' : undefined}
      data-editions={root.locales.length > 1 || undefined}
      data-searched={!root.isSearchOff || undefined}
    >
      <a className={css.brand} href={href('/')}>
        <Logo site={site} />
      </a>
      {site.menu.length > 0 && (
        <>
          <button className={css.toggle} type="button" popoverTarget={MENU_ID}>
            {m.menu}
          </button>
          <nav className={css.nav} id={MENU_ID} popover="auto" aria-label={m.mainMenu} ref={nav}>
            <button
              className={`icon-button ${css.close}`}
              type="button"
              popoverTarget={MENU_ID}
              popoverTargetAction="hide"
              aria-label={m.closeMenu}
            >
              <Icon path="M6 6l12 12M18 6 6 18" />
            </button>
            <ul
              className={css.menu}
              {...part('menu', current ?? '', () =>
                site.menu.map((item) => (
                  <li key={item.label}>
                    <MenuItem {...item} current={current} />
                  </li>
                )),
              )}
            />
          </nav>
        </>
      )}
      <SearchBox id="site-search" className={css.search} label={m.searchSite} />
      {!root.isSearchOff && (
        <a className={`icon-button ${css.searchLink}`} href={href('/search')} aria-label={m.searchSite}>
          <Icon path={SEARCH_ICON} />
        </a>
      )}
      <LanguageSwitch className={css.language} />
    </header>
  );
}

interface CurrentPage {
  /** The address of the shown page. */
  current: string | undefined;
}

function MenuItem({ label, href, children, current }: Site['menu'][number] & CurrentPage) {
  const langOf = useTextLang();
  if (children.length === 0) return href ? <MenuLink label={label} href={href} current={current} /> : null;
  const isCurrent = children.some((child) => child.href === current);
  return (
    <details className={css.group} name="menu">
      <summary data-here={isCurrent} lang={langOf(label)}>
        {label}
      </summary>
      <ul>
        {children.map((child) => (
          <li key={child.href}>
            <MenuLink {...child} current={current} />
          </li>
        ))}
      </ul>
    </details>
  );
}

function MenuLink({ label, href, current }: { label: string; href: string } & CurrentPage) {
  const langOf = useTextLang();
  return (
    <a href={href} aria-current={href === current ? 'page' : undefined} lang={langOf(label)}>
      {label}
    </a>
  );
}

/** Closes menu and groups after a navigation and when the focus leaves them, and open groups on a click elsewhere and on Escape. */
function useMenuClosing(nav: React.RefObject<HTMLElement | null>, key: string): void {
  const lastKey = useRef(key);
  useEffect(() => {
    // Not after the first render: on a slow phone a visitor may open the menu before the page is hydrated.
    if (lastKey.current !== key) closeMenu(nav.current);
    lastKey.current = key;
  }, [nav, key]);
  useEffect(() => {
    const onClick = ({ target }: MouseEvent) => {
      const group = target instanceof Element && target.closest('details');
      if (!group || !nav.current?.contains(group)) closeGroups(nav.current);
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      const summary = nav.current?.querySelector<HTMLElement>('details[open] > summary');
      closeGroups(nav.current);
      if (nav.current?.contains(document.activeElement)) summary?.focus();
    };
    // The drawer and an open group cover what has the focus next.
    const onFocus = ({ target }: FocusEvent) => {
      if (!(target instanceof Element)) return;
      if (!nav.current?.contains(target)) closeMenu(nav.current);
      // In the drawer a group above would move what is being pressed.
      else if (!isDrawer(nav.current)) closeGroups(nav.current, target);
    };
    document.addEventListener('click', onClick);
    document.addEventListener('focusin', onFocus);
    document.addEventListener('keydown', onKey);
    return () => {
      document.removeEventListener('click', onClick);
      document.removeEventListener('focusin', onFocus);
      document.removeEventListener('keydown', onKey);
    };
  }, [nav]);
}

function closeMenu(nav: HTMLElement | null): void {
  closeGroups(nav);
  if (nav && isDrawer(nav)) nav.hidePopover();
}

// A browser without popovers throws at the selector.
const isDrawer = (nav: HTMLElement) => 'popover' in nav && nav.matches(':popover-open');

/** @param focus the group that contains it stays open */
function closeGroups(nav: HTMLElement | null, focus: Element | null = null): void {
  for (const group of nav?.querySelectorAll('details[open]') ?? []) {
    if (!group.contains(focus)) group.removeAttribute('open');
  }
}
