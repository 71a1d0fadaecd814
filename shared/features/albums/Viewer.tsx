import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from '../../router.ts';
import type { File } from '../../schema/file.ts';
import { Icon } from '../../ui/Icon.tsx';
import { Picture } from '../../ui/Picture.tsx';
import { PLACES } from '../../ui/places.ts';
import css from './Viewer.module.css';

/** A finger that has gone so many pixels sideways wants the next picture. */
const SWIPE = 40;

/** A picture's place on the album's page, and its address. */
export const pictureId = (index: number): string => `picture-${index + 1}`;

/**
 * Shows an album's pictures one at a time, large. Which one is in the address, after the #, so that a picture can be
 * linked to and the way back closes the viewer.
 */
export function Viewer({ files, lang }: { files: File[]; lang?: string }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const touch = useRef<number>(undefined);
  /** Whether the way back leads to the album's page. */
  const opened = useRef(false);
  const { hash, pathname, search } = useLocation();
  const navigate = useNavigate();
  // What is after the # is not known to the server.
  const [shown, setShown] = useState('');
  useEffect(() => setShown(hash), [hash]);
  const index = files.findIndex((_, candidate) => shown === `#${pictureId(candidate)}`);
  const file = files[index];

  useEffect(() => {
    if (file) dialog.current?.showModal();
    else dialog.current?.close();
  }, [file]);

  useEffect(() => {
    const onClick = (event: MouseEvent) => {
      const link = event.target instanceof Element && event.target.closest<HTMLElement>('a[data-picture]');
      if (!link || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
      event.preventDefault();
      opened.current = true;
      location.hash = pictureId(Number(link.dataset.picture));
    };
    // Before the handler of all links, which hears of clicks at the document too.
    document.addEventListener('click', onClick, { capture: true });
    return () => document.removeEventListener('click', onClick, { capture: true });
  }, []);

  const show = (next: number) => {
    const place = (next + files.length) % files.length;
    void navigate(`#${pictureId(place)}`, { replace: true, preventScrollReset: true });
  };
  const close = () => {
    if (!hash) return;
    if (opened.current) history.back();
    else void navigate(pathname + search, { replace: true, preventScrollReset: true });
    opened.current = false;
  };
  const onKey = ({ key }: React.KeyboardEvent) => {
    if (key === 'ArrowLeft') show(index - 1);
    if (key === 'ArrowRight') show(index + 1);
    if (key === 'Home') show(0);
    if (key === 'End') show(-1);
  };
  const onTouchEnd = ({ changedTouches }: React.TouchEvent) => {
    const way = (changedTouches[0]?.clientX ?? 0) - (touch.current ?? 0);
    if (Math.abs(way) > SWIPE) show(index + (way < 0 ? 1 : -1));
  };

  return (
    <dialog
      className={css.viewer}
      ref={dialog}
      aria-label="Pictures"
      onClose={close}
      onKeyDown={onKey}
      onTouchStart={({ touches }) => {
        touch.current = touches[0]?.clientX;
      }}
      onTouchEnd={onTouchEnd}
    >
      {file && (
        <figure>
          <div className={css.picture}>
            <Picture key={file.location} file={file} place={PLACES.screen} />
          </div>
          <figcaption aria-live="polite">
            <span>{`Picture ${index + 1} of ${files.length}`}</span>
            {(file.caption ?? file.alt) && <span lang={lang}>{file.caption ?? file.alt}</span>}
          </figcaption>
        </figure>
      )}
      <div className={css.controls}>
        <button type="button" aria-label="Previous picture" onClick={() => show(index - 1)}>
          <Icon path="M15 5 8 12l7 7" />
        </button>
        <button type="button" aria-label="Next picture" onClick={() => show(index + 1)}>
          <Icon path="m9 5 7 7-7 7" />
        </button>
        <button type="button" aria-label="Close" onClick={() => dialog.current?.close()}>
          <Icon path="M6 6l12 12M18 6 6 18" />
        </button>
      </div>
    </dialog>
  );
}
