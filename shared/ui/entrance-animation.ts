import { type RefObject, useEffect, useRef } from 'react';
import type { EntranceAnimation } from './animate-entrance.ts';

/** Animates a section when it is scrolled into view. Without the script that does it, the section is simply there. */
export function useEntranceAnimation({
  slideMs,
  fromSide,
  marginPx,
}: EntranceAnimation): RefObject<HTMLElement | null> {
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    const left = new AbortController();
    import('./animate-entrance.ts')
      .then(async ({ animateEntrance }) => {
        if (section.current && !left.signal.aborted)
          await animateEntrance(section.current, { slideMs, fromSide, marginPx }, left.signal);
      })
      // Without the animation the section is there.
      .catch(() => {});
    return () => left.abort();
  }, [slideMs, fromSide, marginPx]);
  return section;
}
