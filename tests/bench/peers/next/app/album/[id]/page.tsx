import { albumIds, loadAlbum } from '../../../content.ts';
import { Album } from '../../screens/Album.tsx';

export const dynamic = 'force-static';

export const generateStaticParams = async () => (await albumIds()).map((id) => ({ id }));

export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  return <Album {...(await loadAlbum(id))} />;
}
