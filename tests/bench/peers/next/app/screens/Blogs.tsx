'use client';

import { screenOf } from '../../client-site.tsx';
import { blogs } from '../../foyer/features/articles/article-pages.ts';
import * as view from '../../foyer/features/articles/BlogList.tsx';

export const Blogs = screenOf(blogs, view);
