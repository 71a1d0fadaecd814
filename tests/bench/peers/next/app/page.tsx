import { loadHome, loadRoot } from '../content.ts';
import { Home } from './screens/Home.tsx';

export const dynamic = 'force-dynamic';

export default async function Page() {
  const [root, data] = await Promise.all([loadRoot(), loadHome()]);
  return <Home path="/" root={root} data={data} />;
}
