import { loadHome } from '../../content.ts';
import { Home } from '../screens/Home.tsx';

export const dynamic = 'force-static';

export default async function Page() {
  return <Home {...(await loadHome())} />;
}
