import type { Site } from '@foyer/model';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useLocation, useMessages, useNavigation, useRoot, useTextLang } from '../shown-page.ts';
import { Loading, PLACEHOLDER_DELAY_MS } from '../ui/Loading.tsx';
import { EditionHint } from './EditionHint.tsx';
import { ANNOUNCER_ID, MAIN_ID } from './element-ids.ts';
import { Footer } from './Footer.tsx';
import { Header } from './Header.tsx';
import css from './Layout.module.css';
import { useNavigationFocus } from './navigation-focus.ts';
import { PageView } from './PageView.tsx';

/** The frame of all pages: header, main, footer. */
export function Layout() {
  const { site, locales } = useRoot();
  const m = useMessages();
  const { isOffline } = useNavigation();
  useNavigationFocus();
  return (
    <>
      <a className="skip" href={`#${MAIN_ID}`}>
        {m.skipToContent}
      </a>
      {site.alert && <Alert {...site.alert} />}
      <Header site={site} />
      <main id={MAIN_ID} tabIndex={-1} className={css.main}>
        {useIsNavigationSlow() ? (
          <>
            <title>{site.name}</title>
            <Loading />
          </>
        ) : (
          <PageView />
        )}
      </main>
      <Footer site={site} />
      {isOffline && (
        <p className={css.offline} role="alert">
          {m.offline}
        </p>
      )}
      {locales.length > 1 && <EditionHint />}
      <p id={ANNOUNCER_ID} className="visually-hidden" role="status" />
    </>
  );
}

function Alert({ text, href, level = 'info' }: NonNullable<Site['alert']>) {
  const m = useMessages();
  const lang = useTextLang()(text);
  // Colour must not be the only sign.
  const word = { info: undefined, warning: m.important, danger: m.urgent }[level];
  return (
    <aside className={css.alert} data-level={level} aria-label={word ?? m.notice}>
      {word && (
        <>
          <strong>{word}</strong>{' '}
        </>
      )}
      {href ? (
        <a href={href} lang={lang}>
          {text}
        </a>
      ) : (
        <span lang={lang}>{text}</span>
      )}
    </aside>
  );
}

/**
 * Whether a navigation has taken so long that the placeholder replaces the old screen, from its top on. What replaces the placeholder is
 * where the visitor was, until the router says otherwise: the old screen again, or the same one with another filter.
 */
function useIsNavigationSlow(): boolean {
  const { isLoading } = useNavigation();
  const { key } = useLocation();
  const [slowKey, setSlowKey] = useState<string>();
  const place = useRef<number>(undefined);
  useEffect(() => {
    if (!isLoading) return;
    const timer = setTimeout(() => {
      place.current = scrollY;
      setSlowKey(key);
    }, PLACEHOLDER_DELAY_MS);
    return () => {
      clearTimeout(timer);
      setSlowKey(undefined);
    };
  }, [isLoading, key]);
  const isSlow = isLoading && slowKey === key;
  useLayoutEffect(() => {
    if (place.current === undefined) return;
    scrollTo(0, isSlow ? 0 : place.current);
    if (!isSlow) place.current = undefined;
  }, [isSlow]);
  return isSlow;
}
