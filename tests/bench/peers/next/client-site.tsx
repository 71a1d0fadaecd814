'use client';

import { type ComponentType, useEffect } from 'react';
import type { Shown } from './content.ts';
import { Layout } from './foyer/document/Layout.tsx';
import type { Page } from './foyer/page.ts';
import { ShownPageContext } from './foyer/shown-page.ts';

/**
 * Nearly all of the tree uses hooks: it is one client component, rendered on the server too. A screen's file imports this one
 * first, for its styles override those of the frame.
 */
export function screenOf(page: Page, view: object): ComponentType<Shown> {
  page.loadedView = view as never;
  return function Site(shown) {
    useEffect(() => {
      // As Foyer does; a benchmark takes it as the sign that the page is alive.
      document.documentElement.dataset.locale = 'en';
    }, []);
    return (
      <ShownPageContext value={{ page, ...shown }}>
        <Layout />
      </ShownPageContext>
    );
  };
}
