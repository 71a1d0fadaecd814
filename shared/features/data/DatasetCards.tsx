import { useHref } from '../../shown-page.ts';
import { DateText, type DateValue } from '../../ui/DateText.tsx';
import { LanguageMark } from '../../ui/LanguageMark.tsx';
import css from './DatasetCards.module.css';

interface DatasetCard {
  id: string;
  /** In the default edition. */
  href: string;
  name: string;
  lang?: string;
  summary?: string;
  latest?: { label: string; text: string; at: string };
  date?: DateValue;
}

/** Tables by their names, each with its newest value and the day of it. */
export function DatasetCards({ datasets, heading: Name }: { datasets: DatasetCard[]; heading: 'h2' | 'h3' }) {
  const address = useHref();
  return (
    <ul className={css.cards}>
      {datasets.map(({ id, href, name, lang, summary, latest, date }) => (
        <li key={id} className={css.card}>
          <div>
            <Name lang={lang}>
              <a href={address(href)}>{name}</a>
            </Name>
            <LanguageMark lang={lang} />
            {summary && <p lang={lang}>{summary}</p>}
          </div>
          {latest && (
            <p className={css.latest}>
              <strong>{latest.text}</strong>
              <span lang={lang}>{latest.label}</span>
              {date ? <DateText date={date} /> : <span>{latest.at}</span>}
            </p>
          )}
        </li>
      ))}
    </ul>
  );
}
