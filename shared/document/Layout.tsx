import { useEffect, useState } from 'react';
import type { Site } from '../kinds/site.ts';
import { Outlet, useLocation, useNavigation } from '../router.ts';
import { Loading } from '../ui/Loading.tsx';
import { useArrival } from './arrival.ts';
import { Footer } from './Footer.tsx';
import { Header } from './Header.tsx';
import css from './Layout.module.css';
import { ANNOUNCER_ID, MAIN_ID, PATIENCE } from './landmarks.ts';
import { useRoot } from './root.ts';

export function Layout() {
  const { site } = useRoot();
  useArrival();
  return (
    <>
      <a className="skip" href={`#${MAIN_ID}`}>
        Skip to content
      </a>
      {site.alert && <Alert {...site.alert} />}
      <Header site={site} />
      <main id={MAIN_ID} tabIndex={-1} className={css.main}>
        {useIsLate() ? <Loading /> : <Outlet />}
      </main>
      <Footer site={site} />
      <p id={ANNOUNCER_ID} className="visually-hidden" role="status" />
    </>
  );
}

function Alert({ text, href, level = 'info' }: NonNullable<Site['alert']>) {
  return (
    <aside className={css.alert} data-level={level} aria-label="Notice">
      {href ? <a href={href}>{text}</a> : text}
    </aside>
  );
}

/** Whether a navigation is under way for so long that the old screen should go. */
function useIsLate(): boolean {
  const { state } = useNavigation();
  const { key } = useLocation();
  const [late, setLate] = useState<string>();
  useEffect(() => {
    if (state === 'idle') return;
    const timer = setTimeout(() => setLate(key), PATIENCE);
    return () => {
      clearTimeout(timer);
      setLate(undefined);
    };
  }, [state, key]);
  return state !== 'idle' && late === key;
}
