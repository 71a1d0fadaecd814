import { loadReports } from '../../content.ts';
import { Reports } from '../screens/Reports.tsx';

export const dynamic = 'force-static';

export default async function Page() {
  return <Reports {...(await loadReports())} />;
}
