'use client';

import * as view from '../../foyer/features/home/Home.tsx';
import { home } from '../../foyer/features/home/home-pages.ts';
import { screenOf } from '../Site.tsx';

export const Home = screenOf(home, view);
