'use client';

import { blogs } from '../../foyer/features/articles/article-pages.ts';
import * as view from '../../foyer/features/articles/BlogList.tsx';
import { screenOf } from '../Site.tsx';

export const Blogs = screenOf(blogs, view);
