'use client';

import { screenOf } from '../../client-site.tsx';
import * as view from '../../foyer/features/albums/Album.tsx';
import { album } from '../../foyer/features/albums/album-pages.ts';

export const Album = screenOf(album, view);
