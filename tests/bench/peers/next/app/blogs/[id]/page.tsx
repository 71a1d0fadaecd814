import { blogIds, loadBlog } from '../../../content.ts';
import { Blog } from '../../screens/Blog.tsx';

export const dynamic = 'force-static';

export const generateStaticParams = async () => (await blogIds()).map((id) => ({ id }));

export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  return <Blog {...(await loadBlog(id))} />;
}
