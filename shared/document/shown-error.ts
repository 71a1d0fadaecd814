import { useContext } from 'react';
import { ContentError } from '../content-error.ts';
import { Hydration } from '../hydration.tsx';
import { useRouteError } from '../router.ts';

/**
 * The error of an error view. During hydration a rendering error is thrown again instead of shown: the server's HTML is more
 * useful than an error view, and client/hydrate.tsx restores it.
 */
export function useShownError(): unknown {
  const { isHydrated } = useContext(Hydration);
  const error = useRouteError();
  if (isHydrated?.() === false && !(error instanceof ContentError)) throw error;
  return error;
}
