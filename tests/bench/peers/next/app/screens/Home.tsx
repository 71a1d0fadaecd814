'use client';

import { screenOf } from '../../client-site.tsx';
import * as view from '../../foyer/features/home/Home.tsx';
import { home } from '../../foyer/features/home/home-pages.ts';

export const Home = screenOf(home, view);
