import type { Config } from '@foyer/config';
import {
  type EditorSettings,
  EditorSettingsError,
  editorConfig,
  editorOrigins,
  readEditorSettings,
  readPickers,
  SETTINGS_FILE,
} from '@foyer/editor-forms';
import express, { type ErrorRequestHandler, type Response } from 'express';
import type { Logger } from 'pino';
import { pages } from '../../shared/routes.ts';
import { compressWhileSent } from '../http/compress.ts';
import { NOT_LISTED, securityHeaders, writeHeaders } from '../http/security-headers.ts';
import type { PreviewMount } from './preview-listener.ts';

/*
 * The web editor (Sveltia CMS) of a content folder that says where its repository is. It works in the browser, with the
 * accounts of the git host: this server gives it its scripts and its forms, and sees neither a password nor a text.
 */

const PATH = '/admin/';
const CONFIG = 'config.json';
const PAGE = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Web editor</title>
<link rel="icon" href="/favicon.ico">
<link rel="cms-config-url" type="application/json" href="${PATH}${CONFIG}">
<script type="module" src="${PATH}editor.js"></script>
`;
const NONE = `There is no web editor: the content folder has no ${SETTINGS_FILE}. docs/web-editor.md says how to begin.\n`;

interface WebEditorOptions {
  config: Config;
  /** The built files of the editor. */
  dir: string;
  log: Logger;
}

export function webEditor({ config, dir, log }: WebEditorOptions): PreviewMount {
  const { contentDir, site } = config;
  const app = express();
  app.disable('x-powered-by');
  app.enable('strict routing');
  app.use(compressWhileSent, (_request, response, next) => {
    response.set({ 'Cache-Control': 'no-store', 'X-Robots-Tag': NOT_LISTED });
    next();
  });
  app.get('/admin', (_request, response) => response.redirect(308, PATH));
  app.get(PATH, async (_request, response) => {
    const settings = await settingsFor(response, contentDir);
    if (!settings) return;
    writeHeaders(response, securityHeaders(config, policy(settings)));
    // The window in which an editor signs in to the git host reports to this one.
    response.set('Cross-Origin-Opener-Policy', 'unsafe-none').type('html').send(PAGE);
  });
  app.get(PATH + CONFIG, async (_request, response) => {
    const settings = await settingsFor(response, contentDir);
    if (!settings) return;
    const hasPicker = await readPickers(contentDir);
    response.json(editorConfig(settings, site.locales, { pathOf: pathOfItems, hasPicker }));
  });
  // The scripts of the editor show nothing of the content: a browser stores them, and asks whether they have changed.
  const setHeaders = (response: Response) => void response.set('Cache-Control', 'private, no-cache');
  app.use(PATH, express.static(dir, { index: false, redirect: false, setHeaders }));
  app.use((_request, response) => void response.status(404).type('text').send('Not found\n'));
  app.use(((error: unknown, _request, response, next) => {
    if (response.headersSent) return next(error);
    log.error({ err: error }, 'the web editor failed');
    response.status(500).type('text').send('The web editor failed: the log says why.\n');
  }) satisfies ErrorRequestHandler);
  return { path: PATH, app };
}

/** The settings of the folder. Undefined: the response says what is missing or wrong. */
async function settingsFor(response: Response, contentDir: string): Promise<EditorSettings | undefined> {
  try {
    const settings = await readEditorSettings(contentDir);
    if (!settings) response.status(404).type('text').send(NONE);
    return settings;
  } catch (error) {
    if (!(error instanceof EditorSettingsError)) throw error;
    response.status(500).type('text').send(`${error.message}\n`);
    return undefined;
  }
}

/**
 * Of the editor's page alone, and as narrow as it allows: its components bring their styles as elements, and it shows pictures
 * that are not saved yet. Trusted Types are not required: it writes HTML that it has not marked as trusted.
 */
function policy(settings: EditorSettings): string {
  const host = editorOrigins(settings).join(' ');
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    `img-src 'self' blob: data: ${host}`,
    'media-src blob:',
    "font-src 'self'",
    `connect-src 'self' blob: data: ${host}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** For the link from a form to the item's page. */
export const pathOfItems = (kind: string): string | undefined =>
  pages
    .find(({ path }) => path.startsWith(`/${kind}/:`))
    ?.path.slice(1)
    .replace(/:\w+/, '{{slug}}');
