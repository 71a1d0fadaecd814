import type { Awareness as AwarenessText, Communications as CommunicationsText, Virtue } from '@foyer/model';
import { useMessages, useTextLang } from '../../shown-page.ts';
import { useStaticPart } from '../../static-part.tsx';
import { useEntranceAnimation } from '../../ui/entrance-animation.ts';
import { IMAGE_SIZES } from '../../ui/image-sizes.ts';
import { LazyImage } from '../../ui/LazyImage.tsx';
import css from './Home.module.css';

/** The entrance animations of the two sections (docs/specification.md). */
const ANIMATIONS = {
  awareness: { slideMs: 1250, fromSide: 'right', marginPx: 50 },
  communications: { slideMs: 1575, fromSide: 'left', marginPx: 100 },
} as const;

export function Awareness({ awareness }: { awareness: AwarenessText }) {
  const { name, summary, files } = awareness;
  const part = useStaticPart();
  const langOf = useTextLang();
  const section = useEntranceAnimation(ANIMATIONS.awareness);
  if (!name && !summary && !files[0]) return null;
  return (
    <section
      className={css.split}
      ref={section}
      {...part('awareness', awareness, () => (
        <>
          <div>
            {name && <h2 lang={langOf(name)}>{name}</h2>}
            {summary && <p lang={langOf(summary)}>{summary}</p>}
          </div>
          {files[0] && <LazyImage file={files[0]} sizes={IMAGE_SIZES.half} />}
        </>
      ))}
    />
  );
}

export function Communications({ communications }: { communications: CommunicationsText }) {
  const { description_text, name, summary, href, files } = communications;
  const m = useMessages();
  const part = useStaticPart();
  const langOf = useTextLang();
  const section = useEntranceAnimation(ANIMATIONS.communications);
  if (!description_text && !name && !summary && !files[0]) return null;
  return (
    <section
      className={css.split}
      data-turned
      ref={section}
      {...part('communications', communications, () => (
        <>
          <div>
            {description_text && (
              <p className={css.lead} lang={langOf(description_text)}>
                {description_text}
              </p>
            )}
            {name && <h2 lang={langOf(name)}>{name}</h2>}
            {summary && <p lang={langOf(summary)}>{summary}</p>}
            {href && (
              <a className="button" data-quiet href={href}>
                {m.readItAll}
              </a>
            )}
          </div>
          {files[0] && <LazyImage file={files[0]} sizes={IMAGE_SIZES.half} />}
        </>
      ))}
    />
  );
}

export function Virtues({ heading, virtues }: { heading: string | undefined; virtues: Virtue[] }) {
  const part = useStaticPart();
  const langOf = useTextLang();
  const Name = heading ? 'h3' : 'h2';
  return (
    <section className={css.section}>
      {heading && <h2 lang={langOf(heading)}>{heading}</h2>}
      <ul
        className={css.virtues}
        {...part(`virtues ${Name}`, virtues, () =>
          virtues.map(({ id, name, summary, files }) => (
            <li key={id ?? name}>
              {files[0] && <LazyImage file={files[0]} sizes={IMAGE_SIZES.icon} />}
              <Name lang={langOf(name)}>{name}</Name>
              {summary && <p lang={langOf(summary)}>{summary}</p>}
            </li>
          )),
        )}
      />
    </section>
  );
}
