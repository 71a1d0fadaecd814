import { type ReactNode, useRef, useState } from 'react';
import css from './Carousel.module.css';

/** Scrolling by hand has come to rest. */
const AT_REST = 120;

interface CarouselProps {
  label: string;
  /** Each with a key and what its indicator is called. */
  slides: { key: string; title: string; content: ReactNode }[];
}

/** Slides side by side in a strip that scrolls and snaps, which is all that is needed without scripts; with them, buttons. */
export function Carousel({ label, slides }: CarouselProps) {
  const strip = useRef<HTMLUListElement>(null);
  const rest = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [active, setActive] = useState(0);

  const show = (index: number) => {
    const next = (index + slides.length) % slides.length;
    setActive(next);
    const { current } = strip;
    current?.scrollTo({ left: next * current.clientWidth, behavior: 'smooth' });
  };
  const scrolled = () => {
    clearTimeout(rest.current);
    rest.current = setTimeout(() => {
      const { current } = strip;
      if (current) setActive(Math.round(current.scrollLeft / current.clientWidth));
    }, AT_REST);
  };

  return (
    <section className={css.carousel} aria-roledescription="carousel" aria-label={label}>
      <ul className={css.strip} ref={strip} onScroll={scrolled}>
        {slides.map(({ key, title, content }, index) => (
          <li
            key={key}
            className={css.slide}
            aria-roledescription="slide"
            aria-label={`${index + 1} of ${slides.length}: ${title}`}
            data-active={index === active}
            inert={index !== active}
          >
            {content}
          </li>
        ))}
      </ul>
      {slides.length > 1 && (
        <div className={css.controls}>
          <button type="button" aria-label="Previous slide" onClick={() => show(active - 1)}>
            <Arrow path="M15 5 8 12l7 7" />
          </button>
          <ol>
            {slides.map(({ key, title }, index) => (
              <li key={key}>
                <button
                  type="button"
                  className={css.indicator}
                  aria-label={`Slide ${index + 1}: ${title}`}
                  aria-current={index === active}
                  onClick={() => show(index)}
                />
              </li>
            ))}
          </ol>
          <button type="button" aria-label="Next slide" onClick={() => show(active + 1)}>
            <Arrow path="m9 5 7 7-7 7" />
          </button>
        </div>
      )}
    </section>
  );
}

function Arrow({ path }: { path: string }) {
  return (
    <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true" focusable="false">
      <path d={path} fill="none" stroke="currentColor" strokeWidth="2" />
    </svg>
  );
}
