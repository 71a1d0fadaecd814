import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { useMessages } from '../shown-page.ts';
import css from './Carousel.module.css';
import { Icon } from './Icon.tsx';

/** How long a slide is shown. */
const ROTATION_INTERVAL_MS = 7000;
/** Browsers without the event `scrollend` (Safari before 26.2): scrolling has ended if no scroll event follows within this time. */
const SCROLL_END_MS = 120;

interface CarouselProps {
  label: string;
  /** `title` is the label of the slide and of its indicator. */
  slides: { key: string; title: string; content: ReactNode }[];
  /** Something stands above it. */
  isBelow?: boolean;
}

/**
 * Slides side by side in a strip that scrolls and snaps: it works without scripts. With scripts it also rotates until a visitor
 * uses it, as the ARIA practices for carousels ask.
 */
export function Carousel({ label, slides, isBelow }: CarouselProps) {
  const m = useMessages();
  const carousel = useRef<HTMLElement>(null);
  const strip = useRef<HTMLUListElement>(null);
  const scrollEnd = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [active, setActive] = useState(0);
  const rotation = useRotation(carousel, slides.length > 1, () => show(active + 1));

  const show = (index: number) => {
    const next = (index + slides.length) % slides.length;
    setActive(next);
    const { current } = strip;
    current?.scrollTo({ left: next * current.clientWidth });
  };
  const choose = (index: number) => {
    rotation.stop();
    show(index);
  };
  // Read only once it has ended: midway, a busy browser is at another slide than the one that was chosen.
  const onScrollEnd = () => {
    const { current } = strip;
    if (current) setActive(Math.round(current.scrollLeft / current.clientWidth));
  };
  const onScroll = () => {
    if ('onscrollend' in window) return;
    clearTimeout(scrollEnd.current);
    scrollEnd.current = setTimeout(onScrollEnd, SCROLL_END_MS);
  };

  return (
    <section
      className={css.carousel}
      data-below={isBelow || undefined}
      ref={carousel}
      aria-roledescription={m.carousel}
      aria-label={label}
      onPointerEnter={rotation.pause}
      onPointerLeave={rotation.resume}
      onFocus={({ target }) => {
        // A click focuses too, but the handler of the clicked control decides about the rotation.
        if (target.matches(':focus-visible')) rotation.stop();
      }}
    >
      {slides.length > 1 && (
        <div className={css.controls}>
          <button
            className="icon-button"
            type="button"
            data-scripted
            onClick={rotation.toggle}
            aria-label={rotation.isOn ? m.stopRotation : m.startRotation}
          >
            <Icon path={rotation.isOn ? 'M9 6v12M15 6v12' : 'M9 6l9 6-9 6Z'} />
          </button>
          <button
            className="icon-button"
            type="button"
            data-scripted
            aria-label={m.previousSlide}
            onClick={() => choose(active - 1)}
          >
            <Icon path="M15 5 8 12l7 7" />
          </button>
          <ol>
            {slides.map(({ key, title }, index) => (
              <li key={key}>
                <button
                  type="button"
                  data-scripted
                  className={`icon-button ${css.indicator}`}
                  aria-label={m.showSlide({ index: index + 1, title })}
                  aria-current={index === active}
                  onClick={() => choose(index)}
                />
              </li>
            ))}
          </ol>
          <button
            className="icon-button"
            type="button"
            data-scripted
            aria-label={m.nextSlide}
            onClick={() => choose(active + 1)}
          >
            <Icon path="m9 5 7 7-7 7" />
          </button>
        </div>
      )}
      <ul
        className={css.strip}
        ref={strip}
        onScroll={onScroll}
        onScrollEnd={onScrollEnd}
        onTouchStart={rotation.stop}
        aria-live={rotation.isOn ? 'off' : 'polite'}
      >
        {slides.map(({ key, title, content }, index) => (
          <li key={key} className={css.slide} data-active={index === active}>
            {/* biome-ignore lint/a11y/useSemanticElements: the ARIA practices ask for a group with the role description 'slide' */}
            <div
              role="group"
              aria-roledescription={m.slide}
              aria-label={m.slideOf({ index: index + 1, count: slides.length, title })}
              inert={rotation.isHydrated && index !== active}
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
 * Rotates the carousel once the page is hydrated, unless the visitor prefers reduced motion. Pauses while a pointer is over the
 * carousel. Stops when a visitor uses the carousel or focuses an element in it by keyboard; the rotation control starts it again
 * (https://www.w3.org/WAI/ARIA/apg/patterns/carousel/).
 */
function useRotation(carousel: RefObject<HTMLElement | null>, isEnabled: boolean, showNext: () => void) {
  // Without scripts no slide is inert: visitors scroll to each one.
  const [isHydrated, setHydrated] = useState(false);
  const [isOn, setOn] = useState(false);
  const [isPaused, setPaused] = useState(false);
  const latestShowNext = useRef(showNext);
  useEffect(() => {
    latestShowNext.current = showNext;
  });
  useEffect(() => {
    setHydrated(true);
    const isFocused = carousel.current?.contains(document.activeElement);
    if (isEnabled && !isFocused && !matchMedia('(prefers-reduced-motion: reduce)').matches) setOn(true);
  }, [carousel, isEnabled]);
  useEffect(() => {
    if (!isOn || isPaused) return;
    const timer = setInterval(() => {
      if (!document.hidden) latestShowNext.current();
    }, ROTATION_INTERVAL_MS);
    return () => clearInterval(timer);
  }, [isOn, isPaused]);
  return {
    isHydrated,
    isOn,
    stop: () => setOn(false),
    toggle: () => setOn(!isOn),
    pause: () => setPaused(true),
    resume: () => setPaused(false),
  };
}
