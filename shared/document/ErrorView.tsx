import { useLocation } from '../router.ts';
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
