'use client';

import { reports } from '../../foyer/features/documents/document-pages.ts';
import * as view from '../../foyer/features/documents/ReportList.tsx';
import { screenOf } from '../Site.tsx';

export const Reports = screenOf(reports, view);
