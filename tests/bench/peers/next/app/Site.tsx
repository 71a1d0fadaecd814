'use client';

import { Layout } from '../foyer/document/Layout.tsx';
import { PageView } from '../foyer/document/PageView.tsx';
import type { RootData } from '../foyer/document/root.ts';
import * as view from '../foyer/features/home/Home.tsx';
import { home } from '../foyer/features/home/home-pages.ts';
import { Shown } from '../foyer/router.ts';

home.loadedView = view as never;

/** Nearly all of the tree uses hooks: it is one client component, rendered on the server too. */
export function Site({ root, data }: { root: RootData; data: object }) {
  return (
    <Shown value={{ root, data, screen: <PageView page={home} /> }}>
      <Layout />
    </Shown>
  );
}
