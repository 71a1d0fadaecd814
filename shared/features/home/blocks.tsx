import type * as Contract from '../../contract/home.ts';
import { Picture } from '../../ui/Picture.tsx';
import css from './Home.module.css';

const HALF = '(min-width: 60rem) 50vw, 100vw';

export function Awareness({ name, summary, files }: Contract.Awareness) {
  if (!name && !summary && !files[0]) return null;
  return (
    <section className={css.split}>
      <div>
        {name && <h2>{name}</h2>}
        {summary && <p>{summary}</p>}
      </div>
      {files[0] && <Picture file={files[0]} sizes={HALF} />}
    </section>
  );
}

export function Communications({ description_text, name, summary, files }: Contract.Communications) {
  if (!description_text && !name && !summary && !files[0]) return null;
  return (
    <section className={css.split} data-turned>
      <div>
        {description_text && <p className={css.lead}>{description_text}</p>}
        {name && <h2>{name}</h2>}
        {summary && <p>{summary}</p>}
      </div>
      {files[0] && <Picture file={files[0]} sizes={HALF} />}
    </section>
  );
}

export function Virtues({ heading, virtues }: { heading: string | undefined; virtues: Contract.Virtue[] }) {
  const Name = heading ? 'h3' : 'h2';
  return (
    <section className={css.section}>
      {heading && <h2>{heading}</h2>}
      <ul className={css.virtues}>
        {virtues.map(({ id, name, summary, files }) => (
          <li key={id ?? name}>
            {files[0] && <Picture file={files[0]} sizes="4rem" />}
            <Name>{name}</Name>
            {summary && <p>{summary}</p>}
          </li>
        ))}
      </ul>
    </section>
  );
}
