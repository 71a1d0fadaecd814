/* Loaded on demand. The constants are those of docs/specification.md. */

const FADE_MS = 750;
const STAGGER_MS = 175;
/** The share of the section that must be inside the window. */
const THRESHOLD = 0.25;
const SLIDE_DISTANCE = '4rem';

export interface EntranceAnimation {
  /** Duration of the picture's slide. */
  slideMs: number;
  fromSide: 'left' | 'right';
  /** Shrinks the window's top and bottom edges for the threshold. */
  marginPx: number;
}

/**
 * Fades in the elements of a section's text one after the other, and slides in its picture, once, when the section is scrolled
 * into view. A section that is visible already is not animated, and none is hidden before all that shows it again is there. When `signal` is
 * aborted, all of it is shown.
 */
export async function animateEntrance(
  section: HTMLElement,
  { slideMs, fromSide, marginPx }: EntranceAnimation,
  signal: AbortSignal,
): Promise<void> {
  const isVisible = () => section.getBoundingClientRect().top < innerHeight;
  if (isVisible()) return;
  const { animate } = await import('framer-motion/dom/mini');
  // The visitor may have gone on meanwhile.
  if (signal.aborted || isVisible()) return;
  const [text, picture] = section.children;
  const parts = [...(text?.children ?? []), picture].filter((part) => part instanceof HTMLElement);
  const show = () => {
    for (const part of parts) part.style.opacity = '';
  };
  for (const part of parts) part.style.opacity = '0';

  // A quarter of a section that is taller than the window, as at high zoom, may never fit: the threshold is lowered for it.
  const reachable = Math.max(0, (innerHeight - 2 * marginPx) / 2 / section.offsetHeight);
  addEventListener('beforeprint', show, { signal });
  const observer = new IntersectionObserver(
    ([entry]) => {
      if (!entry?.isIntersecting) return;
      observer.disconnect();
      try {
        parts.forEach((part, index) => {
          const isPicture = part === picture;
          const distance = fromSide === 'left' ? `-${SLIDE_DISTANCE}` : SLIDE_DISTANCE;
          const transform = [`translateX(${distance})`, 'translateX(0)'];
          animate(part, isPicture ? { opacity: [0, 1], transform } : { opacity: [0, 1] }, {
            duration: (isPicture ? slideMs : FADE_MS) / 1000,
            delay: isPicture ? 0 : (index * STAGGER_MS) / 1000,
            ease: 'easeOut',
          });
        });
      } catch {
        show();
      }
    },
    { threshold: Math.min(THRESHOLD, reachable), rootMargin: `-${marginPx}px 0px` },
  );
  observer.observe(section);
  signal.addEventListener('abort', () => {
    observer.disconnect();
    show();
  });
}
