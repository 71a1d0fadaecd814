import type * as Kind from '../../kinds/home.ts';
import type { Virtue } from '../../kinds/virtues.ts';
import { useEntrance } from '../../ui/entrance.ts';
import { LazyImage } from '../../ui/LazyImage.tsx';
import { PLACES } from '../../ui/places.ts';
import css from './Home.module.css';

/** SPEC 9: how the two blocks come in; the slide in milliseconds, the margin in pixels. */
const ENTRANCES = {
  awareness: { slide: 1250, from: 1, margin: 50 },
  communications: { slide: 1575, from: -1, margin: 100 },
} as const;

export function Awareness({ name, summary, files }: Kind.Awareness) {
  const section = useEntrance(ENTRANCES.awareness);
  if (!name && !summary && !files[0]) return null;
  return (
    <section className={css.split} ref={section}>
      <div>
        {name && <h2>{name}</h2>}
        {summary && <p>{summary}</p>}
      </div>
      {files[0] && <LazyImage file={files[0]} place={PLACES.half} />}
    </section>
  );
}

export function Communications({ description_text, name, summary, files }: Kind.Communications) {
  const section = useEntrance(ENTRANCES.communications);
  if (!description_text && !name && !summary && !files[0]) return null;
  return (
    <section className={css.split} data-turned ref={section}>
      <div>
        {description_text && <p className={css.lead}>{description_text}</p>}
        {name && <h2>{name}</h2>}
        {summary && <p>{summary}</p>}
      </div>
      {files[0] && <LazyImage file={files[0]} place={PLACES.half} />}
    </section>
  );
}

export function Virtues({ heading, virtues }: { heading: string | undefined; virtues: Virtue[] }) {
  const Name = heading ? 'h3' : 'h2';
  return (
    <section className={css.section}>
      {heading && <h2>{heading}</h2>}
      <ul className={css.virtues}>
        {virtues.map(({ id, name, summary, files }) => (
          <li key={id ?? name}>
            {files[0] && <LazyImage file={files[0]} place={PLACES.sign} />}
            <Name>{name}</Name>
            {summary && <p>{summary}</p>}
          </li>
        ))}
      </ul>
    </section>
  );
}
