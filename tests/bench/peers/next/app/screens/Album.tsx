'use client';

import * as view from '../../foyer/features/albums/Album.tsx';
import { album } from '../../foyer/features/albums/album-pages.ts';
import { screenOf } from '../Site.tsx';

export const Album = screenOf(album, view);
