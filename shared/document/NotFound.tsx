import css from './MessageView.module.css';

const TITLE = 'Content Not Available';

/** The page of a 404. */
export function NotFound() {
  return (
    <section className={css.message}>
      <h1>{TITLE}</h1>
      <p>Oops! looks like there are nothing available right now. Please check in later.</p>
      <p className={css.actions}>
        <a className="button" href="/">
          Back to Home
        </a>
      </p>
    </section>
  );
}
NotFound.title = TITLE;
