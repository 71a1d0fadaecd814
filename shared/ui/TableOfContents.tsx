import css from './TableOfContents.module.css';

/** A text with fewer headings has no table of contents. */
const MIN_HEADINGS = 4;

/** Links to the headings of a long text. */
export function TableOfContents({ entries }: { entries: { id: string; name: string }[] }) {
  if (entries.length < MIN_HEADINGS) return null;
  return (
    <nav className={css.contents} aria-labelledby="contents">
      <h2 id="contents">On this page</h2>
      <ol>
        {entries.map(({ id, name }) => (
          <li key={id}>
            <a href={`#${id}`}>{name}</a>
          </li>
        ))}
      </ol>
    </nav>
  );
}
