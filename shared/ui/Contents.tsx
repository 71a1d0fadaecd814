import css from './Contents.module.css';

/** From so many headings on, a text is long. */
const LONG = 4;

/** A long text's table of contents. */
export function Contents({ of }: { of: { id: string; name: string }[] }) {
  if (of.length < LONG) return null;
  return (
    <nav className={css.contents} aria-labelledby="contents">
      <h2 id="contents">On this page</h2>
      <ol>
        {of.map(({ id, name }) => (
          <li key={id}>
            <a href={`#${id}`}>{name}</a>
          </li>
        ))}
      </ol>
    </nav>
  );
}
