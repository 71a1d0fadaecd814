import css from './Badge.module.css';

/** A word about an item's state. */
export function Badge({ children, quiet = false }: { children: string; quiet?: boolean }) {
  return (
    <strong className={css.badge} data-quiet={quiet}>
      {children}
    </strong>
  );
}
