import { loadBlogs } from '../../content.ts';
import { Blogs } from '../screens/Blogs.tsx';

export const dynamic = 'force-static';

export default async function Page() {
  return <Blogs {...(await loadBlogs())} />;
}
