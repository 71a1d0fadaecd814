import type { RequestListener } from 'node:http';
import type { Config } from '@foyer/config';
import type { MediaAccess } from '@foyer/folder';
import type { Gateway } from '@foyer/gateway';
import type { Images } from '@foyer/images';
import { isCanonical, withoutOrigin } from '@foyer/model';
import type { Metrics } from '@foyer/runtime';
import express, { type ErrorRequestHandler } from 'express';
import type { Logger } from 'pino';
import proxyAddress from 'proxy-addr';
import { compressWhileSent } from './http/compress.ts';
import { isReadMethod } from './http/method.ts';
import type { FindReady } from './http/ready-response.ts';
import { RequestLog } from './http/request-log.ts';
import { securityHeaders, writeHeaders } from './http/security-headers.ts';
import type { Pages } from './pages/pages.ts';
import { apiBase, ContentApi } from './routes/api.ts';
import { Assets, otherAssets } from './routes/assets.ts';
import { calendarFiles } from './routes/calendar-files.ts';
import { dataFiles } from './routes/data-files.ts';
import { apiErrors, errorView, plainErrors } from './routes/errors.ts';
import { feeds } from './routes/feeds.ts';
import { gallery } from './routes/gallery.tsx';
import { health } from './routes/health.ts';
import { icons } from './routes/icons.ts';
import { ScaledImages } from './routes/images.ts';
import { indexNowKey } from './routes/index-now-key.ts';
import { media } from './routes/media.ts';
import { openSearchDescription } from './routes/opensearch.ts';
import { PageRoute } from './routes/pages.ts';
import { canonicalAddressOnly, defaultEditionAtRoot, readMethodsOnly } from './routes/request-checks.ts';
import { robots } from './routes/robots.ts';
import { securityTxt } from './routes/security-txt.ts';
import { sitemap } from './routes/sitemap.ts';
import { webManifest } from './routes/web-manifest.ts';

export interface AppDeps {
  config: Config;
  gateway: Gateway;
  pages: Pages;
  images: Images;
  /** Undefined: every file of the content folder's `media` folder is served. */
  mediaAccess?: MediaAccess;
  /** The folder of the built browser files. */
  clientDir: string;
  log: Logger;
  metrics?: Metrics;
  /** The process is shutting down. */
  isDraining?: () => boolean;
  /** False while the site.yaml of an earlier process is served. */
  isContentReady?: () => boolean;
}

/** Every route, in the order in which a request meets them. The app never listens. */
export function createApp(deps: AppDeps): RequestListener {
  const { config, gateway, pages, images, mediaAccess, clientDir, log, metrics, isDraining = () => false } = deps;
  const requests = new RequestLog(log, metrics, (request) => proxyAddress(request, config.trustsProxy));
  const headers = securityHeaders(config);
  const assets = new Assets(clientDir, headers);
  const api = new ContentApi(gateway, {
    headers,
    ttlMs: config.contentTtlMs,
    hasTags: config.purgeWebhook !== undefined,
  });
  const scaledImages = new ScaledImages(images, config, mediaAccess);
  const sendError = errorView(pages, headers, log);
  const page = new PageRoute({ pages, headers, sendError, log });
  const { locales } = config.site;
  const apiBases = locales.map(apiBase);
  const app = express();
  app.disable('x-powered-by');
  // Routes parse their own parameters.
  app.set('query parser', false);
  app.enable('case sensitive routing');
  app.enable('strict routing');

  app.use((request, response, next) => {
    requests.start(request, response);
    next();
  });
  app.use(health(gateway, isDraining, deps.isContentReady));
  app.use((_request, response, next) => {
    writeHeaders(response, headers);
    next();
  });
  app.use(readMethodsOnly, canonicalAddressOnly, defaultEditionAtRoot(locales));
  app.use('/assets', otherAssets(headers, config.keptAssetsDir));
  app.use('/media', scaledImages.make);
  // Beside an upstream the folder has the files of its theme.
  if (!config.upstream || config.contentDirIsSet) app.use('/media', media(config.contentDir, mediaAccess));
  app.use(icons(gateway, images));
  app.get('/site.webmanifest', webManifest(gateway));
  app.use(compressWhileSent);
  app.get('/robots.txt', robots(config));
  if (config.indexNow) app.get(`/${config.indexNow.key}.txt`, indexNowKey(config.indexNow));
  app.get('/.well-known/security.txt', securityTxt(gateway));
  app.use(sitemap(gateway, config.site, log));
  app.use(feeds(gateway, config.site));
  app.use(dataFiles(gateway, config.site));
  app.use(calendarFiles(gateway, config.site));
  if (config.search !== 'off') app.use(openSearchDescription(gateway, config.site));
  for (const locale of locales) app.use(apiBase(locale), api.make(locale));
  // A build for production has nothing of it.
  if (process.env.NODE_ENV === 'development') app.get('/_gallery', gallery(deps));
  app.use((request, response) => page.serve(request, response));
  app.use(apiBases, apiErrors);
  app.use(['/assets', '/media', ...apiBases], plainErrors(log));
  app.use(((error, request, response, _next) => sendError(error, request, response)) satisfies ErrorRequestHandler);

  // What is ready is sent in front of Express, and so are pages: its routing takes longer than a response from memory.
  const families: readonly FindReady[] = [
    (_request, url) => pages.lookUp(url),
    assets.find,
    api.find,
    scaledImages.find,
  ];
  return (request, response) => {
    request.url = withoutOrigin(request.url);
    if (isDraining()) response.setHeader('Connection', 'close');
    const { url } = request;
    if (!isReadMethod(request) || !isCanonical(url)) return app(request, response);
    for (const find of families) {
      const ready = find(request, url);
      if (ready) return requests.sendReady(ready, request, response);
    }
    const found = page.find(url);
    if (!found) return app(request, response);
    requests.start(request, response);
    void page.serve(request, response, found);
  };
}
