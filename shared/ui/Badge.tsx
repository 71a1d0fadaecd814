import css from './Badge.module.css';

/** The state of an item in a word or two. */
export function Badge({ children, quiet = false }: { children: string; quiet?: boolean }) {
  return (
    <strong className={css.badge} data-quiet={quiet}>
      {children}
    </strong>
  );
}
