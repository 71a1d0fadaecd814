import type { RequestListener } from 'node:http';
import { constants } from 'node:zlib';
import compression from 'compression';
import express, { type ErrorRequestHandler } from 'express';
import type { Logger } from 'pino';
import proxyAddress from 'proxy-addr';
import { ContentError } from '../shared/content-error.ts';
import type { Config } from './config.ts';
import type { Gateway } from './content-api/gateway.ts';
import { isCanonical, onlyCanonical } from './http/canonical-address.ts';
import { onlyReading } from './http/method.ts';
import { securityHeaders, setHeaders } from './http/security-headers.ts';
import type { Images } from './images/images.ts';
import type { Metrics } from './observability/metrics.ts';
import { RequestLog } from './observability/request-log.ts';
import type { Manifest } from './pages/manifest.ts';
import type { Pages } from './pages/pages.ts';
import { API_BASE, apiErrors, frontapi } from './routes/api.ts';
import { favicon } from './routes/favicon.ts';
import { feeds } from './routes/feeds.ts';
import { health } from './routes/health.ts';
import { cachedImages, scaledImages } from './routes/images.ts';
import { errorView, keptPages, pageHandler } from './routes/pages.ts';
import { robots } from './routes/robots.ts';
import { securityTxt } from './routes/security-txt.ts';
import { sitemap } from './routes/sitemap.ts';
import { assets, media } from './routes/static-files.ts';
import { theme } from './routes/theme.ts';

export interface AppDeps {
  config: Config;
  gateway: Gateway;
  pages: Pages;
  pictures: Images;
  manifest: Manifest;
  /** The folder of the built browser files. */
  clientDir: string;
  log: Logger;
  metrics?: Metrics;
  /** Whether the process is about to end. */
  isDraining?: () => boolean;
  /** False while the `site.yaml` of a former process is served. */
  isContentReady?: () => Promise<boolean>;
}

/** The site, in the order in which a request meets its parts. It never listens. */
export function createApp(deps: AppDeps): RequestListener {
  const { config, gateway, pages, pictures, clientDir, log, metrics, isDraining = () => false } = deps;
  const app = express();
  app.disable('x-powered-by');
  // Queries are read where their names are known.
  app.set('query parser', false);
  app.enable('case sensitive routing');
  app.enable('strict routing');
  const requests = new RequestLog(log, metrics, (request) => proxyAddress(request, config.trustsProxy));
  // In front of Express, which takes longer to look at a request than this does to answer it.
  const hits = [keptPages(pages, requests), cachedImages(pictures, requests, config)];

  app.use(requests.handler);
  app.use(health(gateway, isDraining, deps.isContentReady));
  app.use(setHeaders(securityHeaders(config)));
  app.use(onlyReading, onlyCanonical);
  app.use('/assets', assets(clientDir));
  app.use('/media', scaledImages(pictures, config));
  if (!config.upstream) app.use('/media', media(config.contentDir));
  app.get('/theme/:hex.css', theme);
  app.get('/favicon.ico', favicon(gateway));
  // A small window: the default one costs more for each request than gzip does.
  app.use(
    compression({ brotli: { params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_LGWIN]: 18 } } }),
  );
  app.get('/robots.txt', robots(config));
  app.get('/.well-known/security.txt', securityTxt(gateway));
  app.use(sitemap(gateway, config.site.origin, log));
  app.use(feeds(gateway, config.site.origin));
  app.use(API_BASE, frontapi(gateway, config.contentTtl));
  app.use(pageHandler(deps));
  app.use(API_BASE, apiErrors);
  app.use(['/assets', '/media', API_BASE], plainErrors(log));
  app.use(errorView(deps));
  app.use(plainErrors(log));
  return (request, response) => {
    // The next request is for another process.
    if (isDraining()) response.setHeader('Connection', 'close');
    if (!isCanonical(request.url) || !hits.some((hit) => hit(request, response))) app(request, response);
  };
}

/** Where a page is of no use, and for what failed with an answer on its way: a line of text, or the end of the connection. */
const plainErrors =
  (log: Logger): ErrorRequestHandler =>
  (error: unknown, request, response, _next) => {
    const status = error instanceof ContentError ? error.status : 500;
    if (status === 500) log.error({ err: error, path: request.path }, 'request failed');
    if (response.headersSent) response.destroy();
    else response.status(status).set('Cache-Control', 'no-store').type('text').send('Sorry error occured!!!\n');
  };
