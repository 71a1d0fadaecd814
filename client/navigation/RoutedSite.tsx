import { startTransition, useLayoutEffect, useRef, useState } from 'react';
import { Site } from '../../shared/document/Site.tsx';
import { type Page, screenOf } from '../../shared/page.ts';
import { NavigateContext, NavigationContext } from '../../shared/shown-page.ts';
import type { Router, RouterState } from './router.ts';
import { showStyles } from './screen-styles.ts';

/** The site in the browser: shows the router's page. */
export function RoutedSite({ router }: { router: Router }) {
  const [{ state }, show] = useRendered(router.state);

  useLayoutEffect(
    () =>
      router.subscribe(({ state, viewTransition, scroll = () => {} }) => {
        if (!viewTransition || !('startViewTransition' in document)) return show(state, scroll);
        const rendered = () =>
          new Promise<void>((resolve) => {
            // The visitor may have gone elsewhere since.
            const isCurrent = router.state.shown === state.shown;
            show(router.state, () => {
              if (isCurrent) scroll();
              resolve();
            });
          });
        // The next navigation, or a hidden tab, skips the animation.
        document.startViewTransition(rendered).ready.catch(() => {});
      }),
    [router, show],
  );

  return (
    <NavigateContext value={router.navigate}>
      <NavigationContext value={state}>
        <ScreenStyles of={state.shown.page} />
        <Site shown={state.shown} />
      </NavigationContext>
    </NavigateContext>
  );
}

/** Applies the styles of a page's screen. Effects of the elements that follow may measure them. */
function ScreenStyles({ of: page }: { of: Page }) {
  useLayoutEffect(() => showStyles(screenOf(page)), [page]);
  return null;
}

interface Update {
  number: number;
  state: RouterState;
}

/** State with a callback for each update, which runs once the update or a later one is rendered: React may leave out one that another follows. */
function useRendered(initial: RouterState) {
  const [update, setUpdate] = useState<Update>({ number: 0, state: initial });
  const waiting = useRef(new Map<number, () => void>());
  const lastNumber = useRef(0);
  const [show] = useState(() => (state: RouterState, whenRendered: () => void) => {
    lastNumber.current += 1;
    const number = lastNumber.current;
    waiting.current.set(number, whenRendered);
    startTransition(() => setUpdate({ number, state }));
  });
  useLayoutEffect(() => {
    for (const [number, whenRendered] of waiting.current) {
      if (number > update.number) continue;
      waiting.current.delete(number);
      whenRendered();
    }
  }, [update]);
  return [update, show] as const;
}
