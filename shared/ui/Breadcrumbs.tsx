import type { Breadcrumb } from '../page.ts';
import css from './Breadcrumbs.module.css';

/** Links to the pages above the current one, whose name is the heading below. */
export function Breadcrumbs({ breadcrumbs }: { breadcrumbs: Breadcrumb[] }) {
  return (
    <nav className={css.breadcrumbs} aria-label="Breadcrumbs">
      <ol>
        {[{ label: 'Home', href: '/' }, ...breadcrumbs].map(({ label, href }) => (
          <li key={href}>
            <a href={href}>{label}</a>
          </li>
        ))}
      </ol>
    </nav>
  );
}
