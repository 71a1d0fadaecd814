import { useMessages } from '../shown-page.ts';
import css from './Byline.module.css';
import { DateText, type DateValue } from './DateText.tsx';

interface BylineProps {
  author?: string;
  date?: DateValue;
  /** What it takes to read the article. */
  minutes?: number;
}

/** Author, date and reading time of an article. */
export function Byline({ author, date, minutes }: BylineProps) {
  const m = useMessages();
  if (!author && !date && !minutes) return null;
  return (
    <p className={css.byline}>
      {author && <span>{m.byAuthor({ author })}</span>}
      <DateText date={date} />
      {minutes && <span>{m.readingTime({ minutes })}</span>}
    </p>
  );
}
