import { useContext } from 'react';
import { Hydration } from '../hydration.tsx';
import { useHref, useLocation, useMessages } from '../shown-page.ts';
import css from './MessageView.module.css';

/** The page of an error other than 404. */
export function ErrorView() {
  const m = useMessages();
  const href = useHref();
  const { pathname, search } = useLocation();
  return (
    <section className={css.message}>
      <h1>{m.errorTitle}</h1>
      <p className={css.actions}>
        <a className="button" href={`${pathname}${search}`} data-reload>
          {m.tryAgain}
        </a>
        <a className="button" data-quiet href={href('/')}>
          {m.backToHome}
        </a>
      </p>
    </section>
  );
}
/**
 * For the view of an error that occurred while rendering. During hydration the error is thrown again instead of shown: the
 * server's HTML is more useful than an error view, and client/hydrate.tsx restores it.
 */
export function useRenderError(error: unknown): void {
  const { isHydrated } = useContext(Hydration);
  if (isHydrated?.() === false) throw error;
}
