'use client';

import { createContext, type ReactNode, useContext } from 'react';

/* What Foyer's components ask of a router, for a page that stands by itself. */

export const Shown = createContext<{ path: string; root: unknown; data: unknown; screen: ReactNode }>({
  path: '/',
  root: null,
  data: null,
  screen: null,
});

export const useLocation = () => ({ pathname: useContext(Shown).path, search: '', hash: '', key: 'default' });
export const useNavigation = () => ({ state: 'idle' });
export const useNavigate = () => () => {};
export const useRouteError = () => undefined;
export const useRouteLoaderData = () => useContext(Shown).root;
export const useLoaderData = () => useContext(Shown).data;
export const Outlet = () => useContext(Shown).screen;
export const ScrollRestoration = () => null;
