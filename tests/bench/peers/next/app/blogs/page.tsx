import { loadBlogs, loadRoot } from '../../content.ts';
import { Blogs } from '../screens/Blogs.tsx';

export const dynamic = 'force-static';

export default async function Page() {
  const [root, data] = await Promise.all([loadRoot(), loadBlogs()]);
  return <Blogs path="/blogs" root={root} data={data} />;
}
