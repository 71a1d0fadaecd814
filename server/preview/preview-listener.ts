import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { join } from 'node:path';
import type { Config } from '@foyer/config';
import type { Locale } from '@foyer/messages';
import { editionPath, splitPath } from '@foyer/model';
import express, { type ErrorRequestHandler, type Express, type Request, type Response } from 'express';
import type { Logger } from 'pino';
import proxyAddress from 'proxy-addr';
import { editionsOf } from '../../shared/page-editions.ts';
import { RequestLog } from '../http/request-log.ts';
import { NOT_LISTED, securityHeaders, writeHeaders } from '../http/security-headers.ts';
import type { LoadedPage } from '../pages/page-loader.ts';
import { inView } from './content-view.ts';
import { barHtml, PREVIEW_PATH, SCRIPT_PATH, STYLE_PATH } from './PreviewBar.tsx';
import { closedPage, messagePage } from './PreviewPage.tsx';
import type { PreviewFindings } from './preview-findings.ts';
import { askForAll, editHtml, keepPrivate } from './preview-response.ts';
import { PREVIEW_TEXTS } from './preview-texts.ts';
import type { PreviewViews } from './preview-views.ts';
import { sessionRoutes } from './session-routes.ts';
import type { Session, Sessions } from './sessions.ts';
import { siteAddress } from './site-address.ts';

/** A part of the preview beside the site. It sets its own headers for caches, and the content security policy of its pages. */
export interface PreviewMount {
  /** Begins and ends with a slash. */
  path: string;
  app: RequestListener;
}

interface PreviewListenerOptions {
  config: Config;
  sessions: Sessions;
  views: PreviewViews;
  findings: PreviewFindings;
  /** The folder of the built files of the bar. */
  barDir: string;
  /** For editors with a session alone. */
  mounts?: readonly PreviewMount[];
  log: Logger;
}

const POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ');

/** What each page consists of: a reviewer may see it beside the page. */
const OF_ANY_PAGE = /^\/(?:assets|media)\/|^\/[\w.-]+\.(?:ico|png|svg|webmanifest)$/;

/** The preview listener: nothing but the guard without a session, with one the site in the session's view, and its bar. */
export function createPreview(options: PreviewListenerOptions): RequestListener {
  const { config, sessions, views, findings, barDir, mounts = [], log } = options;
  const { locales } = config.site;
  const clientOf = (request: IncomingMessage) => proxyAddress(request, config.trustsProxy);
  const requests = new RequestLog(log, undefined, clientOf);
  const sessionOf = ({ headers }: IncomingMessage): Session | undefined => sessions.read(headers.cookie);
  const headers = [...securityHeaders(config, POLICY), 'Referrer-Policy', 'no-referrer'];
  const own = express();
  own.disable('x-powered-by');
  own.set('query parser', false);
  own.enable('case sensitive routing');
  own.enable('strict routing');
  own.use((request, response, next) => {
    requests.start(request, response);
    writeHeaders(response, headers);
    next();
  });
  own.get('/healthz', (_request, response) => void response.type('text').send('ok\n'));
  own.get('/robots.txt', (_request, response) => void response.type('text').send('User-agent: *\nDisallow: /\n'));
  sendFile(own, STYLE_PATH, join(barDir, 'preview-bar.css'));
  sendFile(own, SCRIPT_PATH, join(barDir, 'preview-bar.js'));
  own.use(PREVIEW_PATH, sessionRoutes({ ...options, site: config.site, sessionOf, clientOf }));
  own.use(PREVIEW_PATH, (_request, response) => void response.status(404).type('text').send('Not found\n'));
  own.use((request, response) => void response.status(403).send(closedAt(request)));
  own.use(((error: { status?: number }, request, response, next) => {
    if (response.headersSent) return next(error);
    const isRefused = error.status !== undefined && error.status < 500;
    if (!isRefused) log.error({ err: error }, 'the preview failed');
    response.status(isRefused ? 400 : 500).send(closedAt(request));
  }) satisfies ErrorRequestHandler);

  function closedAt(request: Request): string {
    const to = siteAddress(request.method === 'GET' ? request.originalUrl : '/');
    return closedPage(splitPath(request.path, locales).locale, to);
  }

  const isOwn = (path: string): boolean =>
    path === '/healthz' || path === '/robots.txt' || path === PREVIEW_PATH || path.startsWith(`${PREVIEW_PATH}/`);

  async function showSite(request: IncomingMessage, response: ServerResponse, session: Session): Promise<void> {
    const ended = new Promise<void>((resolve) => response.once('close', resolve));
    const site = await views.siteFor(session.view, ended);
    site.forget();
    await inView(session.view, async (previewed) => {
      const nonce = randomBytes(16).toString('base64');
      editHtml(response, nonce, async (html) => {
        const address = request.url ?? '/';
        const bar = await barOf(address, session, nonce, previewed.page).catch((err: unknown) => {
          log.error({ err }, 'the bar of the preview failed');
          return plainBar(address, session, nonce);
        });
        const end = html.lastIndexOf('</body>');
        return end < 0 ? html : html.slice(0, end) + bar + html.slice(end);
      });
      site.app(request, response);
    });
  }

  const barProps = (address: string, { view, only, until }: Session, nonce: string) => ({
    reviewUntil: only === undefined ? undefined : until,
    locale: splitPath(address.split('?', 1)[0] ?? '/', locales).locale,
    view,
    timeZone: config.site.timeZone,
    address,
    hasFindingsPage: findings.areOfSite,
    nonce,
  });

  /** Says that the page is one of the preview, and no more. */
  const plainBar = (address: string, session: Session, nonce: string): string =>
    barHtml({ ...barProps(address, session, nonce), others: [], findings: 'failed' });

  async function barOf(address: string, session: Session, nonce: string, page?: LoadedPage): Promise<string> {
    const props = barProps(address, session, nonce);
    const addressIn = page
      ? editionsOf(page.shown).addressIn
      : (other: Locale) => editionPath('/', { locale: other, locales });
    return barHtml({
      ...props,
      others: locales
        .filter((other) => other !== props.locale)
        .map((other) => ({ locale: other, address: addressIn(other) })),
      findings: page && session.only === undefined ? await findings.ofPage(page) : [],
    });
  }

  return (request, response) => {
    const path = request.url?.split('?', 1)[0] ?? '/';
    const session = isOwn(path) ? undefined : sessionOf(request);
    if (session?.only !== undefined && path !== session.only && !OF_ANY_PAGE.test(path)) {
      const { locale } = splitPath(path, locales);
      const { onePage, onePageText } = PREVIEW_TEXTS[locale];
      keepPrivate(response);
      writeHeaders(response, headers);
      response.writeHead(403, { 'content-type': 'text/html; charset=utf-8' });
      return void response.end(messagePage(locale, onePage, onePageText, session.only));
    }
    const mount = session && mounts.find((candidate) => `${path}/`.startsWith(candidate.path));
    if (mount) {
      requests.start(request, response);
      writeHeaders(response, headers);
      return mount.app(request, response);
    }
    // The built files are those of the public port: a browser may store them, or its fonts would never be there in time.
    if (session && path.startsWith('/assets/')) response.setHeader('X-Robots-Tag', NOT_LISTED);
    else {
      askForAll(request);
      keepPrivate(response);
    }
    if (!session) return own(request, response);
    showSite(request, response, session).catch((err: unknown) => {
      log.error({ err }, 'the preview failed');
      if (response.headersSent) return void response.destroy();
      const { locale } = splitPath(path, locales);
      const { unavailable, unavailableText } = PREVIEW_TEXTS[locale];
      writeHeaders(response, headers);
      response.writeHead(503, { 'content-type': 'text/html; charset=utf-8' });
      response.end(messagePage(locale, unavailable, unavailableText, siteAddress(request.url)));
    });
  };
}

/** A built file of the bar: its own pages need it too, with and without a session. */
function sendFile(app: Express, path: string, file: string): void {
  const text = readFileSync(file, 'utf8');
  app.get(path, (_request: Request, response: Response) => void response.type(path.replace(/^.*\./, '')).send(text));
}
