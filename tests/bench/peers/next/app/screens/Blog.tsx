'use client';

import { screenOf } from '../../client-site.tsx';
import * as view from '../../foyer/features/articles/Article.tsx';
import { blog } from '../../foyer/features/articles/article-pages.ts';

export const Blog = screenOf(blog, view);
