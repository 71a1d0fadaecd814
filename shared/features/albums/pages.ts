import type { Album } from '../../kinds/album.ts';
import { listPage } from '../../list.ts';
import { page } from '../../page.ts';

export const albums = listPage({
  path: '/album',
  id: 'AlbumList',
  label: 'Albums',
  call: 'album',
  maxAge: 300,
  view: () => import('./AlbumList.tsx'),
});

export interface AlbumData {
  album: Album;
}

export const album = page<AlbumData>({
  path: '/album/:id',
  id: 'Album',
  parent: albums,
  maxAge: 300,
  load: ({ api, params }) => api('album/{id}', params),
  view: () => import('./Album.tsx'),
});
