import type { File } from '@foyer/model';
import { useEffect, useRef, useState } from 'react';
import { useLocation, useMessages, useNavigate, useTextLang } from '../../shown-page.ts';
import { Icon } from '../../ui/Icon.tsx';
import { IMAGE_SIZES } from '../../ui/image-sizes.ts';
import { LazyImage } from '../../ui/LazyImage.tsx';
import css from './Viewer.module.css';

/** A horizontal touch of more pixels is a swipe. */
const SWIPE_PX = 40;

/** The id of the text that says which picture is shown. */
const PLACE_ID = 'shown-picture';

/** The id of a picture on the album's page, and the fragment of its address. */
export const pictureId = (index: number): string => `picture-${index + 1}`;

/**
 * Shows an album's pictures one at a time, large. The fragment of the address names the picture: each picture can be linked
 * to, and going back closes the viewer.
 */
export function Viewer({ files, lang }: { files: File[]; lang?: string }) {
  const m = useMessages();
  const dialog = useRef<HTMLDialogElement>(null);
  /** Where one finger has touched a picture that is not enlarged. */
  const touchStartX = useRef<number>(undefined);
  /** Opened by a click: the history entry before it is the album's page. */
  const isOpenedByClick = useRef(false);
  const { hash, pathname, search } = useLocation();
  const navigate = useNavigate();
  // The server does not receive the fragment: the first render in the browser has none either.
  const [shownHash, setShownHash] = useState('');
  useEffect(() => setShownHash(hash), [hash]);
  const indexOf = (hash: string) => files.findIndex((_, candidate) => hash === `#${pictureId(candidate)}`);
  const index = indexOf(shownHash);
  const file = files[index];
  /** The picture to which the visitor has moved since the viewer was opened. */
  const [movedTo, setMovedTo] = useState<number>();

  const lastIndex = useRef(index);
  useEffect(() => {
    if (file) {
      // Safari 16 throws for a dialog that is open.
      if (!dialog.current?.open) dialog.current?.showModal();
    } else if (lastIndex.current >= 0) {
      dialog.current?.close();
      setMovedTo(undefined);
      // The dialog gives the focus back to what had it, but a jump to another fragment has taken it from there.
      document.querySelector<HTMLElement>(`a[data-picture="${lastIndex.current}"]`)?.focus();
    }
    lastIndex.current = index;
  }, [file, index]);

  useEffect(() => {
    const onClick = (event: MouseEvent) => {
      const link = event.target instanceof Element && event.target.closest<HTMLElement>('a[data-picture]');
      if (!link || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
      event.preventDefault();
      isOpenedByClick.current = true;
      location.hash = pictureId(Number(link.dataset.picture));
    };
    // In the capture phase: before the click handler of client/navigation/follow-links.ts, which listens on the document too.
    document.addEventListener('click', onClick, { capture: true });
    return () => document.removeEventListener('click', onClick, { capture: true });
  }, []);

  /** By the address: a key may be pressed again before the picture is rendered. */
  const step = (by: 1 | -1) => show(indexOf(location.hash) + by);
  const show = (next: number) => {
    const wrapped = (next + files.length) % files.length;
    setMovedTo(wrapped);
    void navigate(`#${pictureId(wrapped)}`, { replace: true, keepScroll: true });
  };
  const close = () => {
    if (!hash) return;
    if (isOpenedByClick.current) history.back();
    else void navigate(pathname + search, { replace: true, keepScroll: true });
    isOpenedByClick.current = false;
  };
  const onKey = ({ key }: React.KeyboardEvent) => {
    if (key === 'ArrowLeft') step(-1);
    if (key === 'ArrowRight') step(1);
    if (key === 'Home') show(0);
    if (key === 'End') show(-1);
  };
  const onTouchEnd = ({ changedTouches }: React.TouchEvent) => {
    if (touchStartX.current === undefined) return;
    const distance = (changedTouches[0]?.clientX ?? 0) - touchStartX.current;
    if (Math.abs(distance) > SWIPE_PX) step(distance < 0 ? 1 : -1);
  };

  return (
    <dialog
      className={css.viewer}
      ref={dialog}
      aria-labelledby={PLACE_ID}
      onClose={close}
      onKeyDown={onKey}
      onTouchStart={({ touches }) => {
        const isZoom = touches.length > 1 || (visualViewport?.scale ?? 1) > 1;
        touchStartX.current = isZoom ? undefined : touches[0]?.clientX;
      }}
      onTouchEnd={onTouchEnd}
    >
      {file && (
        <figure>
          <div className={css.picture}>
            <LazyImage key={file.location} file={file} sizes={IMAGE_SIZES.screen} isFirst />
          </div>
          <figcaption id={PLACE_ID}>
            <Place files={files} index={index} lang={lang} />
          </figcaption>
        </figure>
      )}
      {/* The dialog's name says where it opens; what follows is said once, here. */}
      <p className="visually-hidden" role="status">
        {movedTo !== undefined && <Place files={files} index={movedTo} lang={lang} />}
      </p>
      <div className={css.controls}>
        <button className="icon-button" type="button" aria-label={m.previousPicture} onClick={() => step(-1)}>
          <Icon path="M15 5 8 12l7 7" />
        </button>
        <button className="icon-button" type="button" aria-label={m.nextPicture} onClick={() => step(1)}>
          <Icon path="m9 5 7 7-7 7" />
        </button>
        <button className="icon-button" type="button" aria-label={m.close} onClick={() => dialog.current?.close()}>
          <Icon path="M6 6l12 12M18 6 6 18" />
        </button>
      </div>
    </dialog>
  );
}

/** Which picture is shown, and what it shows. */
function Place({ files, index, lang }: { files: File[]; index: number; lang?: string }) {
  const m = useMessages();
  const langOf = useTextLang();
  const text = files[index]?.caption ?? files[index]?.alt;
  return (
    <>
      <span>{m.pictureOf({ index: index + 1, count: files.length })}</span>{' '}
      {text && <span lang={langOf(text, lang)}>{text}</span>}
    </>
  );
}
