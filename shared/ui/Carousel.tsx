import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import css from './Carousel.module.css';
import { Icon } from './Icon.tsx';

/** A slide stays for so long. */
const INTERVAL = 7000;
/** Scrolling by hand has come to rest. */
const AT_REST = 120;

interface CarouselProps {
  label: string;
  /** Each with a key and what its indicator is called. */
  slides: { key: string; title: string; content: ReactNode }[];
}

/**
 * Slides side by side in a strip that scrolls and snaps, which is all that is needed without scripts; with them, by the
 * ARIA practices for carousels, it turns by itself until somebody uses it.
 */
export function Carousel({ label, slides }: CarouselProps) {
  const carousel = useRef<HTMLElement>(null);
  const strip = useRef<HTMLUListElement>(null);
  const rest = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [active, setActive] = useState(0);
  const rotation = useRotation(carousel, slides.length > 1, () => show(active + 1));

  const show = (index: number) => {
    const next = (index + slides.length) % slides.length;
    setActive(next);
    const { current } = strip;
    current?.scrollTo({ left: next * current.clientWidth });
  };
  const use = (index: number) => {
    rotation.stop();
    show(index);
  };
  const scrolled = () => {
    clearTimeout(rest.current);
    rest.current = setTimeout(() => {
      const { current } = strip;
      if (current) setActive(Math.round(current.scrollLeft / current.clientWidth));
    }, AT_REST);
  };

  return (
    <section
      className={css.carousel}
      ref={carousel}
      aria-roledescription="carousel"
      aria-label={label}
      onPointerEnter={rotation.hold}
      onPointerLeave={rotation.release}
      onFocus={({ target }) => {
        // A click focuses too: it is up to the control that was clicked.
        if (target.matches(':focus-visible')) rotation.stop();
      }}
    >
      {slides.length > 1 && (
        <div className={css.controls}>
          <button type="button" onClick={rotation.toggle} aria-label={rotation.on ? 'Stop rotation' : 'Start rotation'}>
            <Icon path={rotation.on ? 'M9 6v12M15 6v12' : 'M9 6l9 6-9 6Z'} />
          </button>
          <button type="button" aria-label="Previous slide" onClick={() => use(active - 1)}>
            <Icon path="M15 5 8 12l7 7" />
          </button>
          <ol>
            {slides.map(({ key, title }, index) => (
              <li key={key}>
                <button
                  type="button"
                  className={css.indicator}
                  aria-label={`Slide ${index + 1}: ${title}`}
                  aria-current={index === active}
                  onClick={() => use(index)}
                />
              </li>
            ))}
          </ol>
          <button type="button" aria-label="Next slide" onClick={() => use(active + 1)}>
            <Icon path="m9 5 7 7-7 7" />
          </button>
        </div>
      )}
      <ul
        className={css.strip}
        ref={strip}
        onScroll={scrolled}
        onTouchStart={rotation.stop}
        aria-live={rotation.on ? 'off' : 'polite'}
      >
        {slides.map(({ key, title, content }, index) => (
          <li key={key} className={css.slide} data-active={index === active}>
            {/* biome-ignore lint/a11y/useSemanticElements: the practices ask for a group that is called a slide */}
            <div
              role="group"
              aria-roledescription="slide"
              aria-label={`${index + 1} of ${slides.length}: ${title}`}
              inert={rotation.alive && index !== active}
            >
              {content}
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

/**
 * Turns by itself once the page is alive, unless motion is to be reduced. Waits while a pointer is over it. Stops when it
 * is used or an element in it gets the keyboard focus, until the rotation control starts it
 * (https://www.w3.org/WAI/ARIA/apg/patterns/carousel/).
 */
function useRotation(carousel: RefObject<HTMLElement | null>, wanted: boolean, turn: () => void) {
  // Without scripts every slide can be scrolled to and used.
  const [alive, setAlive] = useState(false);
  const [on, setOn] = useState(false);
  const [held, setHeld] = useState(false);
  const latest = useRef(turn);
  useEffect(() => {
    latest.current = turn;
  });
  useEffect(() => {
    setAlive(true);
    const isFocused = carousel.current?.contains(document.activeElement);
    if (wanted && !isFocused && !matchMedia('(prefers-reduced-motion: reduce)').matches) setOn(true);
  }, [carousel, wanted]);
  useEffect(() => {
    if (!on || held) return;
    const timer = setInterval(() => {
      if (!document.hidden) latest.current();
    }, INTERVAL);
    return () => clearInterval(timer);
  }, [on, held]);
  return {
    alive,
    on,
    stop: () => setOn(false),
    toggle: () => setOn(!on),
    hold: () => setHeld(true),
    release: () => setHeld(false),
  };
}
