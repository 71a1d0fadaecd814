'use client';

import * as view from '../../foyer/features/articles/Article.tsx';
import { blog } from '../../foyer/features/articles/article-pages.ts';
import { screenOf } from '../Site.tsx';

export const Blog = screenOf(blog, view);
