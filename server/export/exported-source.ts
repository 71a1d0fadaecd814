import type { Config } from '@foyer/config';
import type { FolderSource } from '@foyer/folder';
import type { Gateway } from '@foyer/gateway';
import type { ApiFiles } from '@foyer/images';
import type { Logger } from 'pino';
import type { Pages } from '../pages/pages.ts';
import type { ExportQueueOptions } from './export-queue.ts';
import type { ExportOptions } from './options.ts';

export interface ExportedSource {
  config: Config;
  gateway: Gateway;
  pages: Pages;
  log: Logger;
  /** Of the site's own server, on loopback. */
  url: string;
  /** The folder of the built browser files. */
  clientDir: string;
  /** None: a CMS. */
  content?: FolderSource;
  /** The script that reads PDFs. */
  pdfThread: string;
  /** Of a CMS. */
  api?: ApiFiles;
}

export type SiteExportOptions = ExportQueueOptions & Pick<ExportOptions, 'layout'>;
