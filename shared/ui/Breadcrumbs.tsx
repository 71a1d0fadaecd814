import css from './Breadcrumbs.module.css';

/** The way to a page below the top level; the page itself is the heading that follows. */
export function Breadcrumbs({ trail }: { trail: { label: string; href: string }[] }) {
  return (
    <nav className={css.breadcrumbs} aria-label="Breadcrumbs">
      <ol>
        {[{ label: 'Home', href: '/' }, ...trail].map(({ label, href }) => (
          <li key={href}>
            <a href={href}>{label}</a>
          </li>
        ))}
      </ol>
    </nav>
  );
}
