import { startTransition, useLayoutEffect, useState } from 'react';
import { Site } from '../../shared/document/Site.tsx';
import { LoadingContext, NavigateContext } from '../../shared/shown-page.ts';
import type { Router } from './router.ts';

/** The site in the browser: shows the router's page. */
export function RoutedSite({ router }: { router: Router }) {
  const [update, setUpdate] = useState({ state: router.state, whenRendered: () => {} });
  const { state, whenRendered } = update;

  useLayoutEffect(
    () =>
      router.subscribe(({ state, viewTransition, scroll = () => {} }) => {
        const show = (whenRendered: () => void) => startTransition(() => setUpdate({ state, whenRendered }));
        if (!viewTransition || !('startViewTransition' in document)) return show(scroll);
        const transition = document.startViewTransition(
          () =>
            new Promise<void>((resolve) => {
              show(() => {
                scroll();
                resolve();
              });
            }),
        );
        // The next navigation, or a hidden tab, skips the animation.
        transition.ready.catch(() => {});
      }),
    [router],
  );
  useLayoutEffect(whenRendered, [whenRendered]);

  return (
    <NavigateContext value={router.navigate}>
      <LoadingContext value={state.isLoading}>
        <Site shown={state.shown} />
      </LoadingContext>
    </NavigateContext>
  );
}
