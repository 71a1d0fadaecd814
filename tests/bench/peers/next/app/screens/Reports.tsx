'use client';

import { screenOf } from '../../client-site.tsx';
import { reports } from '../../foyer/features/documents/document-pages.ts';
import * as view from '../../foyer/features/documents/ReportList.tsx';

export const Reports = screenOf(reports, view);
