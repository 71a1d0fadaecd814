import css from './Loading.module.css';

/** SPEC 1: what stands where content is still to come. */
export function Loading() {
  return (
    <p className={css.loading} role="status">
      Loading...........
    </p>
  );
}
