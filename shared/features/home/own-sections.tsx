import { useHref, useMessages, useTextLang } from '../../shown-page.ts';
import { DateText } from '../../ui/DateText.tsx';
import { IMAGE_SIZES } from '../../ui/image-sizes.ts';
import { LazyImage } from '../../ui/LazyImage.tsx';
import { Picture } from '../../ui/Picture.tsx';
import { RichText } from '../../ui/RichText.tsx';
import { TableCard } from '../data/TableCard.tsx';
import css from './Home.module.css';
import type { OwnSection as Own } from './own-section.ts';

/* Sections that say by themselves what they show: a text, one picture with a sentence, the newest rows of a table. */

export function OwnSection({ own, isFirst }: { own: Own; isFirst: boolean }) {
  switch (own.section) {
    case 'hero':
      return <Hero hero={own} isFirst={isFirst} />;
    case 'dataset':
      return own.table ? <NewestRows name={own.name} table={own.table} /> : null;
    default:
      return <Text text={own} />;
  }
}

function Hero({ hero: { name, summary, href, action, file }, isFirst }: { hero: Own; isFirst: boolean }) {
  const m = useMessages();
  const langOf = useTextLang();
  return (
    <section className={`${css.slide} ${css.hero}`} data-first={isFirst || undefined}>
      <div className={css.words}>
        {name && <h2 lang={langOf(name)}>{name}</h2>}
        {summary && <p lang={langOf(summary)}>{summary}</p>}
        {href && (
          <p>
            <a className="button" href={href} lang={langOf(action)}>
              {action ?? m.readMore}
            </a>
          </p>
        )}
      </div>
      {file && <Picture file={file} sizes={IMAGE_SIZES.slide} isFirst={isFirst} />}
    </section>
  );
}

function Text({ text: { name, summary, description, href, action, file } }: { text: Own }) {
  const m = useMessages();
  const langOf = useTextLang();
  return (
    <section className={file ? css.split : css.section}>
      <div className={css.column}>
        {name && <h2 lang={langOf(name)}>{name}</h2>}
        {summary && <p lang={langOf(summary)}>{summary}</p>}
        {description && <RichText html={description} lang={langOf(description)} />}
        {href && (
          <p>
            <a className="button" data-quiet href={href} lang={langOf(action)}>
              {action ?? m.readMore}
            </a>
          </p>
        )}
      </div>
      {file && <LazyImage file={file} sizes={IMAGE_SIZES.half} />}
    </section>
  );
}

function NewestRows({ name, table }: { name?: string; table: NonNullable<Own['table']> }) {
  const path = useHref()(table.path);
  const langOf = useTextLang();
  return (
    <section className={css.section}>
      <h2 lang={name ? langOf(name) : table.lang}>
        <a href={path}>{name ?? table.name}</a>
      </h2>
      {table.latest && (
        <p className={css.latest}>
          <strong>{table.latest.text}</strong> {table.latest.label},{' '}
          {table.date ? <DateText date={table.date} /> : table.latest.at}
        </p>
      )}
      {table.chart && (
        <div className={css.column}>
          <RichText html={table.chart} />
        </div>
      )}
      <TableCard dataset={table} path={path} query={{}} />
    </section>
  );
}
