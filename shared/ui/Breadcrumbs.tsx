import type { Breadcrumb } from '../page.ts';
import { useHref, useMessages } from '../shown-page.ts';
import css from './Breadcrumbs.module.css';

/** Links to the pages above the current one, whose name is the heading below. */
export function Breadcrumbs({ breadcrumbs }: { breadcrumbs: Breadcrumb[] }) {
  const m = useMessages();
  const address = useHref();
  return (
    <nav className={css.breadcrumbs} aria-label={m.breadcrumbs}>
      <ol>
        {[{ label: m.home, href: '/' }, ...breadcrumbs].map(({ label, href }) => (
          <li key={href}>
            <a href={address(href)}>{label}</a>
          </li>
        ))}
      </ol>
    </nav>
  );
}
