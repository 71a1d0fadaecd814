'use client';

import { type ComponentType, useEffect } from 'react';
import { Layout } from '../foyer/document/Layout.tsx';
import { PageView } from '../foyer/document/PageView.tsx';
import type { RootData } from '../foyer/document/root.ts';
import type { Page } from '../foyer/page.ts';
import { Shown } from '../foyer/router.ts';

interface ScreenProps {
  path: string;
  root: RootData;
  data: object;
}

/** Nearly all of the tree uses hooks: it is one client component, rendered on the server too. */
export function screenOf(page: Page, view: object): ComponentType<ScreenProps> {
  page.loadedView = view as never;
  return function Site(shown) {
    useEffect(() => {
      // As Foyer does; a benchmark takes it as the sign that the page is alive.
      document.documentElement.dataset.locale = 'en';
    }, []);
    return (
      <Shown value={{ ...shown, screen: <PageView page={page} /> }}>
        <Layout />
      </Shown>
    );
  };
}
