import { type RefObject, useEffect, useRef } from 'react';

/* SPEC 9: what comes in when it is scrolled into view, once. */

const FADE = 750;
const STAGGER = 175;
const THRESHOLD = 0.25;
const DISTANCE = '4rem';

export interface Entrance {
  /** Milliseconds that the picture slides. */
  slide: number;
  /** The side that it comes from: 1 the right, -1 the left. */
  from: 1 | -1;
  /** Pixels that the block must be inside the window. */
  margin: number;
}

/** Lets a block's words fade in one after the other and its picture slide in. What is on the first screen stays as it is. */
export function useEntrance({ slide, from, margin }: Entrance): RefObject<HTMLElement | null> {
  const block = useRef<HTMLElement>(null);
  useEffect(() => {
    const element = block.current;
    if (!element || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    if (element.getBoundingClientRect().top < innerHeight) return;
    const [words, picture] = element.children;
    const parts = [...(words?.children ?? []), picture].filter((part) => part instanceof HTMLElement);
    const show = () => {
      for (const part of parts) part.style.opacity = '';
    };
    for (const part of parts) part.style.opacity = '0';
    const loading = import('framer-motion/dom/mini');

    // A block taller than the window, as with much zoom, never has a fourth of itself inside.
    const reachable = Math.max(0, (innerHeight - 2 * margin) / 2 / element.offsetHeight);
    addEventListener('beforeprint', show);
    const observer = new IntersectionObserver(
      async ([entry]) => {
        if (!entry?.isIntersecting) return;
        observer.disconnect();
        try {
          const { animate } = await loading;
          parts.forEach((part, index) => {
            const isPicture = part === picture;
            const transform = [`translateX(calc(${from} * ${DISTANCE}))`, 'translateX(0)'];
            animate(part, isPicture ? { opacity: [0, 1], transform } : { opacity: [0, 1] }, {
              duration: (isPicture ? slide : FADE) / 1000,
              delay: isPicture ? 0 : (index * STAGGER) / 1000,
              ease: 'easeOut',
            });
          });
        } catch {
          show();
        }
      },
      { threshold: Math.min(THRESHOLD, reachable), rootMargin: `-${margin}px 0px` },
    );
    observer.observe(element);
    return () => {
      observer.disconnect();
      removeEventListener('beforeprint', show);
      show();
    };
  }, [slide, from, margin]);
  return block;
}
