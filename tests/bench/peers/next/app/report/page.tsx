import { loadReports, loadRoot } from '../../content.ts';
import { Reports } from '../screens/Reports.tsx';

export const dynamic = 'force-static';

export default async function Page() {
  const [root, data] = await Promise.all([loadRoot(), loadReports()]);
  return <Reports path="/report" root={root} data={data} />;
}
