import css from './SideNav.module.css';

interface SideNavProps {
  /** Of its heading: unique on the page. */
  id: string;
  name: string;
  links: { href: string; label: string; isCurrent?: boolean }[];
  /** Of the links. */
  lang?: string;
}

/** Links beside a list or a text on wide screens: below each other there, in a row otherwise. */
export function SideNav({ id, name, links, lang }: SideNavProps) {
  return (
    <nav className={css.nav} aria-labelledby={id}>
      <h2 id={id}>{name}</h2>
      <ul lang={lang}>
        {links.map(({ href, label, isCurrent }) => (
          <li key={href}>
            <a href={href} aria-current={isCurrent ? 'true' : undefined}>
              {label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
