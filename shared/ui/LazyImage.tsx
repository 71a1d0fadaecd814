import { useEffect, useRef, useState } from 'react';
import type { File } from '../schema/file.ts';
import css from './LazyImage.module.css';
import { DEFAULT_SIZE, Picture, type PictureProps } from './Picture.tsx';
import placeholder from './placeholder.svg';

/** SPEC 9: a picture is loaded once its top is within 1.3 heights of the window. Browsers' own lazy loading has other ideas. */
const PRELOAD_FACTOR = 1.3;

interface LazyImageProps extends Omit<PictureProps, 'file' | 'first' | 'onLoad' | 'onError'> {
  /** None: the placeholder stays, called 'No Image'. */
  file: File | undefined;
}

/** A picture below the first screen: the placeholder until it is near, and for good where it fails; one attempt. */
export function LazyImage({ file, ...props }: LazyImageProps) {
  const frame = useRef<HTMLSpanElement>(null);
  const [state, setState] = useState<'waiting' | 'loading' | 'loaded' | 'error'>('waiting');
  useEffect(() => (frame.current ? whenNear(frame.current, () => setState('loading')) : undefined), []);

  if (!file) return <img src={placeholder} alt="No Image" {...DEFAULT_SIZE} />;
  const { width, height } = { ...DEFAULT_SIZE, ...(file.width && file.height ? file : {}) };
  const isWanted = state === 'loading' || state === 'loaded';
  return (
    <span className={css.frame} ref={frame} data-state={state}>
      <img
        className={css.placeholder}
        src={file.colour && state !== 'error' ? plain(file.colour) : placeholder}
        alt={isWanted ? '' : (file.alt ?? '')}
        width={width}
        height={height}
      />
      {isWanted && (
        <Picture
          {...props}
          className={css.picture}
          file={file}
          onLoad={() => setState('loaded')}
          onError={() => setState('error')}
        />
      )}
      <noscript>
        <Picture {...props} className={css.picture} file={file} />
      </noscript>
    </span>
  );
}

/** The picture's own colour in its place: no request, and no style in the page. */
const plain = (colour: string) =>
  `data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 3 2'%3E%3Crect width='3' height='2' fill='${encodeURIComponent(colour)}'/%3E%3C/svg%3E`;

const waiting = new WeakMap<Element, () => void>();
let observer: IntersectionObserver | undefined;

/** Calls back once, when an element's top comes near; one observer for all. */
function whenNear(element: Element, near: () => void): () => void {
  observer ??= new IntersectionObserver(
    (entries, self) => {
      for (const { isIntersecting, target } of entries) {
        if (!isIntersecting) continue;
        self.unobserve(target);
        waiting.get(target)?.();
      }
    },
    { rootMargin: `0px 0px ${Math.round((PRELOAD_FACTOR - 1) * 100)}% 0px` },
  );
  waiting.set(element, near);
  observer.observe(element);
  return () => observer?.unobserve(element);
}
