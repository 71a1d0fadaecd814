import { listPage } from '../../list-page.ts';
import { page } from '../../page.ts';

export const albums = listPage({
  path: '/album',
  id: 'AlbumList',
  label: 'albums',
  call: 'album',
  maxAge: 300,
  view: () => import('./AlbumList.tsx'),
});

export const album = page({
  path: '/album/:id',
  id: 'Album',
  item: 'album',
  parent: albums,
  maxAge: 300,
  view: () => import('./Album.tsx'),
  load: ({ api, params }) => api('album/{id}', params),
});
