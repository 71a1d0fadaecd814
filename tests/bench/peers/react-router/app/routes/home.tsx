import { useLoaderData } from 'react-router';
import { loadHome } from '../../content.ts';
import { Layout } from '../../foyer/document/Layout.tsx';
import * as view from '../../foyer/features/home/Home.tsx';
import { home } from '../../foyer/features/home/home-pages.ts';
import { ShownPageContext } from '../../foyer/shown-page.ts';

export const loader = loadHome;

home.loadedView = view as never;

export default function Home() {
  return (
    <ShownPageContext value={{ page: home, ...useLoaderData<typeof loader>() }}>
      <Layout />
    </ShownPageContext>
  );
}
