import { albumIds, loadAlbum, loadRoot } from '../../../content.ts';
import { Album } from '../../screens/Album.tsx';

export const dynamic = 'force-static';

export const generateStaticParams = async () => (await albumIds()).map((id) => ({ id }));

export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  const [root, data] = await Promise.all([loadRoot(), loadAlbum(id)]);
  return <Album path={`/album/${id}`} root={root} data={data} />;
}
