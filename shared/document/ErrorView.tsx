import { useContext } from 'react';
import { Hydration } from '../hydration.tsx';
import { useLocation } from '../shown-page.ts';
import css from './MessageView.module.css';

const TITLE = 'Sorry error occured!!!';

/** The page of an error other than 404. */
export function ErrorView() {
  const { pathname, search } = useLocation();
  return (
    <section className={css.message}>
      <h1>{TITLE}</h1>
      <p className={css.actions}>
        <a className="button" href={`${pathname}${search}`} data-reload>
          Try again
        </a>
        <a className="button" data-quiet href="/">
          Back to Home
        </a>
      </p>
    </section>
  );
}
ErrorView.title = TITLE;

/**
 * For the view of an error that occurred while rendering. During hydration the error is thrown again instead of shown: the
 * server's HTML is more useful than an error view, and client/hydrate.tsx restores it.
 */
export function useRenderError(error: unknown): void {
  const { isHydrated } = useContext(Hydration);
  if (isHydrated?.() === false) throw error;
}
