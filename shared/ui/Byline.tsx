import css from './Byline.module.css';

/** 'By' and who, and when; the server has made the date into text. */
export function Byline({ author, date, text }: { author?: string; date?: string; text?: string }) {
  if (!author && !text) return null;
  return (
    <p className={css.byline}>
      {author && <span>{`By ${author}`}</span>}
      {text && <time dateTime={date}>{text}</time>}
    </p>
  );
}
