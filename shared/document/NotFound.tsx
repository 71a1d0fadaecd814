import css from './Apology.module.css';

const TITLE = 'Content Not Available';

export function NotFound() {
  return (
    <section className={css.apology}>
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
