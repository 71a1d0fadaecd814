import type { Site } from '../contract/site.ts';
import { useLocation } from '../router.ts';
import css from './Header.module.css';

export function Header({ site }: { site: Site }) {
  return (
    <header className={css.header}>
      <a className={css.brand} href="/">
        {site.logo && (
          <img src={site.logo.location} alt="" width={site.logo.width ?? 40} height={site.logo.height ?? 40} />
        )}
        <span>{site.name}</span>
      </a>
      {site.menu.length > 0 && (
        <nav aria-label="Main">
          <details className={css.sheet}>
            <summary>Menu</summary>
            <Menu menu={site.menu} />
          </details>
          <div className={css.bar}>
            <Menu menu={site.menu} />
          </div>
        </nav>
      )}
    </header>
  );
}

function Menu({ menu }: { menu: Site['menu'] }) {
  return (
    <ul className={css.menu}>
      {menu.map(({ label, href, children }) => (
        <li key={label}>
          {children.length === 0 ? (
            href && <MenuLink label={label} href={href} />
          ) : (
            <details className={css.group} name="menu">
              <summary>{label}</summary>
              <ul>
                {children.map((child) => (
                  <li key={child.href}>
                    <MenuLink {...child} />
                  </li>
                ))}
              </ul>
            </details>
          )}
        </li>
      ))}
    </ul>
  );
}

function MenuLink({ label, href }: { label: string; href: string }) {
  const { pathname } = useLocation();
  return (
    <a href={href} aria-current={pathname === href ? 'page' : undefined}>
      {label}
    </a>
  );
}
