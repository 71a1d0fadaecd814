import { useLocation } from '../router.ts';
import css from './Apology.module.css';

const TITLE = 'Sorry error occured!!!';

export function ErrorView() {
  const { pathname, search } = useLocation();
  return (
    <section className={css.apology}>
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
