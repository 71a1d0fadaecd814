import type { File } from '@foyer/model';
import { useEffect, useRef, useState } from 'react';
import { useMessages, useTextLang } from '../shown-page.ts';
import css from './LazyImage.module.css';
import { DEFAULT_SIZE, Picture, type PictureProps } from './Picture.tsx';
// Without a shape of its own: it has that of the picture.
import placeholder from './placeholder.svg';

/** An image loads once its top is within 1.3 window heights (docs/specification.md). `loading="lazy"` uses distances of the browser's own. */
const PRELOAD_FACTOR = 1.3;

interface LazyImageProps extends Omit<PictureProps, 'file' | 'onLoad' | 'onError'> {
  /** Undefined: the placeholder is shown, with the text 'No Image'. */
  file: File | undefined;
}

/**
 * A placeholder until the image is near the window. One attempt: if it fails, the placeholder stays. The first image of the page
 * needs no script: it is part of the server's HTML.
 */
export function LazyImage({ file, isFirst = false, ...props }: LazyImageProps) {
  const langOf = useTextLang();
  const frame = useRef<HTMLSpanElement>(null);
  const [state, setState] = useState<'waiting' | 'loading' | 'first' | 'loaded' | 'error'>(
    isFirst ? 'first' : 'waiting',
  );
  useEffect(() => {
    const { current } = frame;
    if (!current) return undefined;
    if (!isFirst) return onceNear(current, () => setState('loading'));
    // It may have loaded or failed before hydration.
    const image = current.querySelector<HTMLImageElement>('picture img, img + img');
    if (image?.complete) setState(image.naturalWidth > 0 ? 'loaded' : 'error');
    return undefined;
  }, [isFirst]);

  if (!file) return <NoImage />;
  const { width, height } = { ...DEFAULT_SIZE, ...(file.width && file.height ? file : {}) };
  const isRequested = state !== 'waiting' && state !== 'error';
  const alt = isRequested ? '' : (file.alt ?? '');
  return (
    <span className={css.frame} ref={frame} data-state={state}>
      <img
        className={css.placeholder}
        src={file.colour && state !== 'error' ? colourImage(file.colour, width, height) : placeholder}
        alt={alt}
        lang={langOf(alt)}
        width={width}
        height={height}
        loading={isFirst ? undefined : 'lazy'}
      />
      {isRequested && (
        <Picture
          {...props}
          className={css.picture}
          file={file}
          isFirst={isFirst}
          onLoad={() => setState('loaded')}
          onError={() => setState('error')}
        />
      )}
      {!isFirst && (
        <noscript>
          <Picture {...props} className={css.picture} file={file} />
        </noscript>
      )}
    </span>
  );
}

function NoImage() {
  return <img src={placeholder} alt={useMessages().noImage} {...DEFAULT_SIZE} loading="lazy" />;
}

/** An image of one colour in the shape of another, as a data URL: it needs neither a request nor a style attribute. */
const colourImage = (colour: string, width: number, height: number) =>
  `data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 ${width} ${height}'%3E%3Crect width='100%25' height='100%25' fill='${encodeURIComponent(colour)}'/%3E%3C/svg%3E`;

const callbacks = new WeakMap<Element, () => void>();
let observer: IntersectionObserver | undefined;

/** Calls back once, when the element's top is near the window. All elements share one observer. @returns cancels */
function onceNear(element: Element, callback: () => void): () => void {
  observer ??= new IntersectionObserver(
    (entries, self) => {
      for (const { isIntersecting, target } of entries) {
        if (!isIntersecting) continue;
        self.unobserve(target);
        callbacks.get(target)?.();
      }
    },
    { rootMargin: `0px 0px ${Math.round((PRELOAD_FACTOR - 1) * 100)}% 0px` },
  );
  callbacks.set(element, callback);
  observer.observe(element);
  return () => observer?.unobserve(element);
}
