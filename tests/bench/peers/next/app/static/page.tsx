import { loadHome, loadRoot } from '../../content.ts';
import { Site } from '../Site.tsx';

export const dynamic = 'force-static';

export default async function Page() {
  const [root, data] = await Promise.all([loadRoot(), loadHome()]);
  return <Site root={root} data={data} />;
}
