import { loadHome } from '../../content.ts';
import { PageView } from '../../foyer/document/PageView.tsx';
import * as view from '../../foyer/features/home/Home.tsx';
import { home } from '../../foyer/features/home/home-pages.ts';

export const loader = loadHome;

home.loadedView = view as never;

export default function Home() {
  return <PageView page={home} />;
}
