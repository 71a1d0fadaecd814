import css from './Byline.module.css';

/** Author and date of an article. @param dateText the date as the server has formatted it */
export function Byline({ author, date, dateText }: { author?: string; date?: string; dateText?: string }) {
  if (!author && !dateText) return null;
  return (
    <p className={css.byline}>
      {author && <span>{`By ${author}`}</span>}
      {dateText && <time dateTime={date}>{dateText}</time>}
    </p>
  );
}
