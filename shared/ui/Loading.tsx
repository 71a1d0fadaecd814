import { useMessages } from '../shown-page.ts';
import css from './Loading.module.css';

/** A screen that is not ready is replaced by the placeholder after this time. */
export const PLACEHOLDER_DELAY_MS = 300;

/** The placeholder for content that has not arrived. */
export function Loading() {
  return (
    <p className={css.loading} role="status">
      {useMessages().loading}
    </p>
  );
}
