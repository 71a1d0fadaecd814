import { useContext } from 'react';
import { ContentError } from '../content-error.ts';
import { Hydration } from '../hydration.tsx';
import { useRouteError } from '../router.ts';

/**
 * The error that an error view is shown for. While the page is being hydrated a failure to render is thrown on instead:
 * the page that the server sent says more than an error view, and client/hydrate.tsx keeps it.
 */
export function useShownError(): unknown {
  const { isHydrated } = useContext(Hydration);
  const error = useRouteError();
  if (isHydrated?.() === false && !(error instanceof ContentError)) throw error;
  return error;
}
