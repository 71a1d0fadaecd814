import { type Figure, LINE_BOX, type Task } from '@foyer/model';
import { useHref, useMessages, useTextLang } from '../../shown-page.ts';
import { useStaticPart } from '../../static-part.tsx';
import { DateText } from '../../ui/DateText.tsx';
import { sizeText } from '../../ui/Documents.tsx';
import { Icon } from '../../ui/Icon.tsx';
import css from './Home.module.css';
import type { NewsEntry } from './home-news.ts';

export function Tasks({ tasks }: { tasks: Task[] }) {
  const part = useStaticPart();
  const langOf = useTextLang();
  return (
    <nav aria-label={useMessages().tasks}>
      <ul
        className={css.tasks}
        {...part('tasks', tasks, () =>
          tasks.map(({ label, href, icon_path }) => (
            <li key={label + href}>
              <a href={href} lang={langOf(label)}>
                <Icon path={icon_path} />
                {label}
              </a>
            </li>
          )),
        )}
      />
    </nav>
  );
}

interface NewsProps {
  heading: string;
  /** Of the list, in the default edition. */
  path?: string;
  entries: NewsEntry[];
}

/** Entries of another list. */
export function News({ heading, path, entries }: NewsProps) {
  const m = useMessages();
  const href = useHref();
  const part = useStaticPart();
  const langOf = useTextLang();
  return (
    entries.length > 0 && (
      <section>
        <h2 lang={langOf(heading)}>{path ? <a href={href(path)}>{heading}</a> : heading}</h2>
        <ul
          className={css.news}
          {...part('news', entries, () =>
            entries.map(({ path, location, name, lang, date, note, days, isDeadline, size }) => (
              <li key={`${path}${name}${date?.iso}`}>
                <a href={path ? href(path) : location} lang={isDeadline ? undefined : langOf(name, lang)}>
                  {isDeadline && `${m.lastDayToApply}: `}
                  {isDeadline ? <span lang={langOf(name, lang)}>{name}</span> : name}
                </a>
                <small>
                  {location && date ? (
                    m.periodEnd({ date: () => <DateText key="date" date={date} /> })
                  ) : (
                    <DateText date={date} withTime={days !== undefined} />
                  )}
                  {[note, size && sizeText(size, m), days !== undefined && m.inDays({ days })].map(
                    (text) => text && ` · ${text}`,
                  )}
                </small>
              </li>
            )),
          )}
        />
      </section>
    )
  );
}

export type ShownFigure = Omit<Figure, 'series' | 'dataset' | 'column'>;

export function Figures({ heading, figures }: { heading?: string; figures: ShownFigure[] }) {
  const m = useMessages();
  const part = useStaticPart();
  const langOf = useTextLang();
  const list = (className: string | undefined) => (
    <ul
      className={className}
      {...part('figures', figures, () =>
        figures.map(({ label, value, at, href, line, line_from }) => (
          <li key={label}>
            <strong lang={langOf(value)}>{value}</strong>
            {href ? (
              <a href={href} lang={langOf(label)}>
                {label}
              </a>
            ) : (
              <span lang={langOf(label)}>{label}</span>
            )}
            {at && <small lang={langOf(at)}>{at}</small>}
            {line && line_from && (
              <small className={css.course}>
                {m.courseFrom({ value: line_from })}
                <svg viewBox={`0 0 ${LINE_BOX.width} ${LINE_BOX.height}`} {...LINE_BOX} aria-hidden="true">
                  <polyline points={line} />
                </svg>
              </small>
            )}
          </li>
        )),
      )}
    />
  );
  if (heading === undefined) return list(`${css.section} ${css.figures}`);
  return (
    <section className={css.section}>
      <h2 lang={langOf(heading)}>{heading}</h2>
      {list(css.figures)}
    </section>
  );
}
